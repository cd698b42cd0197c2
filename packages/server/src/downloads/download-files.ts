import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Problem } from '@coldkeep/contract/problem'
import type { DownloadId } from '@coldkeep/domain/ids'
import { hours } from '@coldkeep/domain/time/instant'

/** A file is known by its order and by the try that made it. */
export interface FileKey {
  readonly downloadId: DownloadId
  readonly tries: number
}

export interface WrittenFile {
  readonly size: number
  readonly sha256: Uint8Array
}

/** Files that were ordered, below the folder of the database. */
export interface DownloadFiles {
  readonly folder: string
  /**
   * Writes a file as it comes, whole or not at all: under another name first, which it gets after it has reached the disk.
   * @throws Problem `download.too_large`, `download.disk_full`
   */
  write(key: FileKey, content: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<WrittenFile>
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
const DRAFT = '.part'
/** The disk is asked again after so many bytes. */
const ASKED_EVERY_BYTES = 32 * 1024 ** 2
/** Between the end of a file and the row that says so lie milliseconds. */
const ORPHAN_KEPT_MS = hours(1)

const nameOf = ({ downloadId, tries }: FileKey) => `${Number(downloadId)}-${Number(tries)}`

export function downloadFiles(dataFolder: string, limits: FileLimits = LIMITS): DownloadFiles {
  const folder = join(dataFolder, FOLDER)
  return {
    folder,
    async write(key, content, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, nameOf(key))
      const draft = `${path}${DRAFT}`
      const hash = createHash('sha256')
      let size = 0
      async function* measured() {
        let askedAt = 0
        await checkRoom(folder, limits)
        for await (const chunk of content) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
          size += bytes.length
          if (size > limits.mostBytes) throw new Problem('download.too_large', sizeValues(limits.mostBytes))
          if (size - askedAt >= ASKED_EVERY_BYTES) {
            await checkRoom(folder, limits)
            askedAt = size
          }
          hash.update(bytes)
          yield bytes
        }
      }
      try {
        await pipeline(measured, createWriteStream(draft, { mode: 0o600, flush: true }), { signal })
        await rename(draft, path)
        await settle(folder)
        return { size, sha256: hash.digest() }
      } catch (error) {
        await rm(draft, { force: true })
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Problem('download.disk_full')
        throw error
      }
    },
    async find(key) {
      const name = nameOf(key)
      const found = await stat(join(folder, name)).catch(() => null)
      return found?.isFile() ? name : null
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(join(folder, nameOf(key)), { force: true })))
    },
    async tidy(kept, nowMs) {
      const known = new Set(kept.map(nameOf))
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      let removed = 0
      for (const name of names) {
        if (known.has(name)) continue
        const found = await stat(join(folder, name)).catch(() => null)
        if (found === null || nowMs - found.mtimeMs < ORPHAN_KEPT_MS) continue
        await rm(join(folder, name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

function sizeValues(bytes: number) {
  return { size: `${Math.round((bytes / GIBIBYTE) * 10) / 10} GiB` }
}

async function checkRoom(folder: string, { reservedBytes }: FileLimits): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reservedBytes) throw new Problem('download.disk_full')
}

/** The name as well survives a power cut. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
