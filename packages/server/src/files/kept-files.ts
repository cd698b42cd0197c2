import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { hours } from '@coldkeep/domain/time/instant'
import { Measure, type Measured } from './measure'
import { type FolderEntry, tidyFolder } from './tidy-folder'

/** Files of one kind that the server keeps in a folder of its own, below the data folder. */
export interface KeptFiles {
  readonly folder: string
  /**
   * Writes a file as its content comes, whole or not at all: to a draft, which gets the name once it is on the disk.
   * @throws FileRefused
   */
  write(name: string, content: AsyncIterable<Uint8Array | string>, means?: WriteMeans): Promise<Measured>
  /** `null` where there is none of that name. */
  find(name: string): Promise<FoundFile | null>
  remove(names: readonly string[]): Promise<void>
  /**
   * Removes files that no row names and drafts of processes that have ended, an hour after they were last written.
   * @returns how many files were removed
   */
  tidy(named: readonly string[], nowMs: number): Promise<number>
  /**
   * Removes the files, drafts too, that do not stay.
   * @param stays called for the newest file first, and once for each
   * @returns how many files were removed
   */
  removeUnless(stays: (file: FolderEntry) => boolean): Promise<number>
}

export interface FolderRules {
  /** A larger file is refused while it comes. */
  readonly mostBytes: number
  /** Room on the disk that files leave to the database. */
  readonly reservedBytes: number
  /**
   * What happens when there is a file of that name. `replaced`: a name has one writer at a time, and its draft is
   * `<name>.part`. `refused`: of several writers the first to end wins, and each has a draft `<name>.<random>`.
   */
  readonly sameName: 'replaced' | 'refused'
}

interface WriteMeans {
  readonly signal?: AbortSignal
  /** Reads the whole file before it gets its name. @throws to refuse it */
  check?(read: () => Readable): Promise<void>
}

export interface FoundFile {
  readonly size: number
  open(): Readable
}

/** A file that cannot be kept. */
export class FileRefused extends Error {
  readonly reason: 'too_large' | 'disk_full' | 'taken'

  constructor(reason: FileRefused['reason'], options?: ErrorOptions) {
    super(`file refused: ${reason}`, options)
    this.reason = reason
  }
}

/** A draft that was not written for so long is left over; a row names its file milliseconds after that is whole. */
export const DRAFT_KEPT_MS = hours(1)
/** The free room of the disk is read again after this many bytes. */
const ROOM_READ_EVERY_BYTES = 32 * 1024 ** 2
/** Nothing that leads out of the folder or is hidden in it. */
const NAME = /^\w[\w.-]*$/

export function keptFiles(folder: string, rules: FolderRules): KeptFiles {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new RangeError('no name of a kept file')
    return join(folder, name)
  }
  const removeUnless = (stays: (file: FolderEntry) => boolean) =>
    tidyFolder(folder, (entry) => !entry.isFile || stays(entry))
  return {
    folder,
    removeUnless,
    async write(name, content, means = {}) {
      const path = pathOf(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${path}.${rules.sameName === 'replaced' ? 'part' : randomBytes(6).toString('hex')}`
      try {
        const measured = await writeDraft({ folder, draft, rules }, content, means)
        await giveName({ folder, draft, rules }, path)
        return measured
      } catch (error) {
        await rm(draft, { force: true })
        throw codeOf(error) === 'ENOSPC' ? new FileRefused('disk_full', { cause: error }) : error
      }
    },
    async find(name) {
      const path = pathOf(name)
      const found = await stat(path).catch(() => null)
      return found?.isFile() ? { size: found.size, open: () => createReadStream(path) } : null
    },
    async remove(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    tidy(named, nowMs) {
      const known = new Set(named)
      return removeUnless(({ name, changedAtMs }) => known.has(name) || nowMs - changedAtMs < DRAFT_KEPT_MS)
    },
  }
}

interface Draft {
  readonly folder: string
  readonly draft: string
  readonly rules: FolderRules
}

async function writeDraft(
  { folder, draft, rules }: Draft,
  content: AsyncIterable<Uint8Array | string>,
  { signal, check }: WriteMeans,
): Promise<Measured> {
  const measure = new Measure()
  async function* limited(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
    let roomReadAt = 0
    await checkRoom(folder, rules)
    for await (const chunk of chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      measure.add(bytes)
      if (measure.size > rules.mostBytes) throw new FileRefused('too_large')
      if (measure.size - roomReadAt >= ROOM_READ_EVERY_BYTES) {
        await checkRoom(folder, rules)
        roomReadAt = measure.size
      }
      yield bytes
    }
  }
  const flags = rules.sameName === 'replaced' ? 'w' : 'wx'
  const file = createWriteStream(draft, { mode: 0o600, flags, flush: true })
  try {
    await pipeline(content, limited, file, { signal })
  } catch (error) {
    // a draft that is removed while it is still being opened would come back
    file.destroy()
    await finished(file).catch(() => {})
    throw error
  }
  await check?.(() => createReadStream(draft))
  return measure.end()
}

async function giveName({ folder, draft, rules }: Draft, path: string): Promise<void> {
  if (rules.sameName === 'replaced') await rename(draft, path)
  else await linkOnce(draft, path)
  try {
    await syncFolder(folder)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Unlike a rename it fails where there is a file of that name. */
async function linkOnce(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new FileRefused('taken') : error
  }
  await rm(draft, { force: true })
}

/** Names survive a power cut once their folder is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function checkRoom(folder: string, { reservedBytes }: FolderRules): Promise<void> {
  if (reservedBytes === 0) return
  if ((await freeBytesOf(folder)) < reservedBytes) throw new FileRefused('disk_full')
}

/** Of the disk that holds a folder, as far as this account may use it. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
