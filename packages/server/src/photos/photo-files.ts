import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { MOST_PHOTO_BYTES } from '@coldkeep/contract/areas/photos'
import { Problem } from '@coldkeep/contract/problem'
import { FileRefused, keptFiles } from '../files/kept-files'

/** Photos by their hash, below the data folder: the same picture is there once. */
export interface PhotoFiles {
  readonly folder: string
  /** @returns its SHA-256 @throws Problem `photo.disk_full` */
  keep(bytes: Uint8Array): Promise<Uint8Array>
  /** Its name in the folder; `null` where it is not. */
  find(sha256: Uint8Array): Promise<string | null>
  /** Removes what no row names, an hour after it was last written. @returns how many files were removed */
  tidy(named: readonly Uint8Array[], nowMs: number): Promise<number>
}

const FOLDER = 'photos'
/** What photos leave to the database. */
const RESERVED_BYTES = 1024 ** 3

const nameOf = (sha256: Uint8Array) => Buffer.from(sha256).toString('hex')

export function photoFiles(dataFolder: string, reservedBytes = RESERVED_BYTES): PhotoFiles {
  // what is turned and kept of a picture is a little larger at most
  const limits = { mostBytes: MOST_PHOTO_BYTES * 2, reservedBytes }
  const files = keptFiles(join(dataFolder, FOLDER), { ...limits, sameName: 'refused' })
  return {
    folder: files.folder,
    async keep(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest()
      try {
        await files.write(nameOf(sha256), contentOf(bytes))
      } catch (error) {
        if (!(error instanceof FileRefused)) throw error
        if (error.reason !== 'taken') throw new Problem('photo.disk_full')
      }
      return sha256
    },
    find: async (sha256) => ((await files.find(nameOf(sha256))) === null ? null : nameOf(sha256)),
    tidy: (named, nowMs) => files.tidy(named.map(nameOf), nowMs),
  }
}

async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
