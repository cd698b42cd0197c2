import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
}

const drawable = ['image/jpeg', 'image/png']
const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

export function readPictures(
  files: Pick<PhotoFiles, 'folder' | 'find'>,
  rows: readonly PhotoRow[],
): Promise<Picture[]> {
  return Promise.all(
    rows.map(async ({ sha256, type, takenAt, accountName: by }) => {
      const name = drawable.includes(type) ? await files.find(sha256) : null
      const bytes = name === null ? null : await bytesOf(join(files.folder, name))
      const isHeld = bytes !== null && (type === 'image/jpeg' || isPlainPng(bytes))
      return { bytes: isHeld ? bytes : null, takenAt, by }
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
