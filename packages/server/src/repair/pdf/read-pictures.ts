import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { PhotoFiles } from '../../photos/photo-files'
import type { PhotoRow } from '../../photos/photo-queries'

/** A photo as it goes on paper. */
export interface Picture {
  /** `null`: a page cannot hold its format (WebP), or its file is gone. */
  readonly bytes: Buffer | null
  readonly takenAt: EpochMs
  readonly by: string
}

const drawable = ['image/jpeg', 'image/png']

export function readPictures(
  files: Pick<PhotoFiles, 'folder' | 'find'>,
  rows: readonly PhotoRow[],
): Promise<Picture[]> {
  return Promise.all(
    rows.map(async ({ sha256, type, takenAt, accountName: by }) => {
      const name = drawable.includes(type) ? await files.find(sha256) : null
      return { bytes: name === null ? null : await readFile(join(files.folder, name)), takenAt, by }
    }),
  )
}
