import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '@coldkeep/contract/problem'
import { days, type EpochMs, hours } from '@coldkeep/domain/time/instant'
import { unpackLog } from './unpack-log'

/** What terminals handed over as logs, one file for a command. */
export interface LogFiles {
  /**
   * Keeps a file whole or not at all.
   * @returns `taken` where that command has its file already, `too_large` where more comes than may, or it unpacks to more,
   * `not_packed` where it is not packed with gzip
   */
  keep(commandId: string, content: Readable): Promise<'kept' | 'taken' | 'too_large' | 'not_packed'>
  /** `null` where there is none. */
  find(commandId: string): Promise<{ readonly size: number; open(): Readable } | null>
  /**
   * Removes what is older than 30 days, then the oldest of what is more than 1 GiB together.
   * @returns how many files went
   */
  tidy(now: EpochMs): Promise<number>
}

const FOLDER = 'terminal-logs'
const ENDING = '.gz'
/** Somebody looked at them for a fault of these days; they can be asked for again while the box has them. */
const KEPT_MS = days(30)
/** 64 of the largest: the folder shares its disk with the database, which must never be pressed by logs. */
const MOST_BYTES = 1024 ** 3
/** A draft so old is of a process that has ended. */
const DRAFT_KEPT_MS = hours(1)
const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export function logFiles(dataFolder: string, mostBytes: number, mostTotalBytes = MOST_BYTES): LogFiles {
  const folder = join(dataFolder, FOLDER)
  const pathOf = (commandId: string) => {
    if (!COMMAND_ID.test(commandId)) throw new RangeError('no id of a command')
    return join(folder, `${commandId}${ENDING}`)
  }
  return {
    async keep(commandId, content) {
      const path = pathOf(commandId)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      let size = 0
      try {
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length
              if (size > mostBytes) throw new TooLarge()
              yield chunk
            }
          },
          createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
        )
        const unpacked = await tryUnpacking(draft)
        if (unpacked !== 'sound') return unpacked
        // fails where one is there: an address is good once
        await link(draft, path)
        return 'kept'
      } catch (error) {
        if (error instanceof TooLarge) return 'too_large'
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'taken'
        throw error
      } finally {
        await rm(draft, { force: true })
      }
    },
    async find(commandId) {
      const path = pathOf(commandId)
      const found = await stat(path).catch(() => null)
      return found && { size: found.size, open: () => createReadStream(path) }
    },
    async tidy(now) {
      const files = await filesIn(folder)
      files.sort((a, b) => b.changedAtMs - a.changedAtMs)
      let kept = 0
      let removed = 0
      for (const { name, size, changedAtMs } of files) {
        const lifeMs = name.endsWith(ENDING) ? KEPT_MS : DRAFT_KEPT_MS
        const isCurrent = now - changedAtMs <= lifeMs
        if (isCurrent) kept += size
        if (isCurrent && kept <= mostTotalBytes) continue
        await rm(join(folder, name), { force: true })
        removed++
      }
      return removed
    },
  }
}

/** Reads a file as who downloads it will. */
async function tryUnpacking(path: string): Promise<'sound' | 'too_large' | 'not_packed'> {
  try {
    for await (const _ of unpackLog(createReadStream(path)));
    return 'sound'
  } catch (error) {
    if (error instanceof Problem) return 'too_large'
    if (error instanceof Error && 'code' in error && UNPACKING_FAULT.test(String(error.code)))
      return 'not_packed'
    throw error
  }
}

/** Of zlib: other bytes, a wrong sum, an end too soon. */
const UNPACKING_FAULT = /^Z_/

async function filesIn(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names.map(async (name) => {
      // removed meanwhile by another process on the same folder
      const about = await stat(join(folder, name)).catch(() => null)
      return about?.isFile() ? [{ name, size: about.size, changedAtMs: about.mtimeMs }] : []
    }),
  )
  return found.flat()
}

class TooLarge extends Error {}
