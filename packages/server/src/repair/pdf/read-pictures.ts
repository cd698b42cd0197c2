import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mark } from '@coldkeep/domain/help-desk/mark'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { PhotoFiles } from '../../photos/photo-files'
import type { PhotoRow } from '../../photos/photo-queries'
import { isPlainPng } from './plain-png'

/** A photo as it goes on paper. */
export interface Picture {
  /** `null`: a page cannot hold its format (WebP, PNG with transparency), or its file is gone. */
  readonly bytes: Buffer | null
  readonly takenAt: EpochMs
  readonly by: string
  /** In pixels, as what is drawn on it counts them. */
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}

/** A photo that is kept, with what is drawn on it. */
export interface MarkedPhoto {
  readonly photo: PhotoRow
  readonly marks: readonly Mark[]
}

const drawable = ['image/jpeg', 'image/png']
const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

export function readPictures(
  files: Pick<PhotoFiles, 'folder' | 'find'>,
  rows: readonly MarkedPhoto[],
): Promise<Picture[]> {
  return Promise.all(
    rows.map(async ({ photo, marks }) => {
      const { sha256, type, takenAt, accountName: by, width, height } = photo
      const name = drawable.includes(type) ? await files.find(sha256) : null
      const bytes = name === null ? null : await bytesOf(join(files.folder, name))
      const isHeld = bytes !== null && (type === 'image/jpeg' || isPlainPng(bytes))
      return { bytes: isHeld ? bytes : null, takenAt, by, width, height, marks }
    }),
  )
}

async function bytesOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
