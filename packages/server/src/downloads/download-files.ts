import { join } from 'node:path'
import { Problem } from '@coldkeep/contract/problem'
import type { DownloadId } from '@coldkeep/domain/ids'
import { FileRefused, keptFiles } from '../files/kept-files'
import type { Measured } from '../files/measure'

/** A file is known by its order and by the try that made it. */
export interface FileKey {
  readonly downloadId: DownloadId
  readonly tries: number
}

/** Files that were ordered, below the folder of the database. */
export interface DownloadFiles {
  readonly folder: string
  /**
   * Writes a file as it comes, whole or not at all.
   * @throws Problem `download.too_large`, `download.disk_full`
   */
  write(key: FileKey, content: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<Measured>
  /** Its name in the folder; `null` where it is not (any more). */
  find(key: FileKey): Promise<string | null>
  remove(keys: readonly FileKey[]): Promise<void>
  /** Removes what no row speaks of, and drafts of processes that have ended. @returns how many files went */
  tidy(kept: readonly FileKey[], nowMs: number): Promise<number>
}

export interface FileLimits {
  readonly mostBytes: number
  /** Of the disk; what is left for the database. */
  readonly reservedBytes: number
}

const GIBIBYTE = 1024 ** 3
const LIMITS: FileLimits = { mostBytes: 2 * GIBIBYTE, reservedBytes: GIBIBYTE }
const FOLDER = 'downloads'

const nameOf = ({ downloadId, tries }: FileKey) => `${Number(downloadId)}-${Number(tries)}`

export function downloadFiles(dataFolder: string, limits: FileLimits = LIMITS): DownloadFiles {
  const files = keptFiles(join(dataFolder, FOLDER), { ...limits, sameName: 'replaced' })
  return {
    folder: files.folder,
    async write(key, content, signal) {
      try {
        return await files.write(nameOf(key), content, { signal })
      } catch (error) {
        throw error instanceof FileRefused ? problemOf(error, limits) : error
      }
    },
    async find(key) {
      const name = nameOf(key)
      return (await files.find(name)) && name
    },
    remove: (keys) => files.remove(keys.map(nameOf)),
    tidy: (kept, nowMs) => files.tidy(kept.map(nameOf), nowMs),
  }
}

function problemOf({ reason }: FileRefused, { mostBytes }: FileLimits): Problem {
  return reason === 'too_large'
    ? new Problem('download.too_large', sizeValues(mostBytes))
    : new Problem('download.disk_full')
}

function sizeValues(bytes: number) {
  return { size: `${Math.round((bytes / GIBIBYTE) * 10) / 10} GiB` }
}
