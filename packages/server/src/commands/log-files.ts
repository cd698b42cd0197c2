import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '@coldkeep/contract/problem'
import { days, type EpochMs } from '@coldkeep/domain/time/instant'
import { DRAFT_KEPT_MS, FileRefused, type FoundFile, keptFiles } from '../files/kept-files'
import { unpackLog } from './unpack-log'

type NotKept = 'taken' | 'too_large' | 'not_packed'

/** What terminals handed over as logs, one file for a command. */
export interface LogFiles {
  /**
   * Keeps a file whole or not at all.
   * @returns `taken` where that command has its file already, `too_large` where more comes than may, or it unpacks to more,
   * `not_packed` where it is not packed with gzip
   */
  keep(commandId: string, content: AsyncIterable<Uint8Array>): Promise<'kept' | NotKept>
  /** `null` where there is none. */
  find(commandId: string): Promise<FoundFile | null>
  /**
   * Removes what is older than 30 days, then the oldest of what is more than 1 GiB together.
   * @returns how many files went
   */
  tidy(now: EpochMs): Promise<number>
}

const FOLDER = 'terminal-logs'
const ENDING = '.gz'
/** They were fetched to find a current fault; they can be fetched again while the box has them. */
const KEPT_MS = days(30)
/** 64 of the largest: the folder shares its disk with the database, which must never be pressed by logs. */
const MOST_BYTES = 1024 ** 3
const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export function logFiles(dataFolder: string, mostBytes: number, mostTotalBytes = MOST_BYTES): LogFiles {
  // an address is good once
  const rules = { mostBytes, reservedBytes: 0, sameName: 'refused' } as const
  const files = keptFiles(join(dataFolder, FOLDER), rules)
  return {
    async keep(commandId, content) {
      try {
        await files.write(nameOf(commandId), content, { check: unpackWhole })
        return 'kept'
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome === null) throw error
        return outcome
      }
    },
    async find(commandId) {
      return files.find(nameOf(commandId))
    },
    tidy(now) {
      let kept = 0
      return files.removeUnless(({ name, size, changedAtMs }) => {
        const lifeMs = name.endsWith(ENDING) ? KEPT_MS : DRAFT_KEPT_MS
        const isCurrent = now - changedAtMs <= lifeMs
        if (isCurrent) kept += size
        return isCurrent && kept <= mostTotalBytes
      })
    },
  }
}

function nameOf(commandId: string): string {
  if (!COMMAND_ID.test(commandId)) throw new RangeError('no id of a command')
  return `${commandId}${ENDING}`
}

/** Reads a file as who downloads it will. */
async function unpackWhole(read: () => Readable): Promise<void> {
  for await (const _ of unpackLog(read()));
}

/** `null` for what is no fault of the file. */
function outcomeOf(error: unknown): NotKept | null {
  if (error instanceof Problem) return 'too_large'
  if (error instanceof FileRefused) return error.reason === 'disk_full' ? null : error.reason
  if (error instanceof Error && 'code' in error && UNPACKING_FAULT.test(String(error.code)))
    return 'not_packed'
  return null
}

/** Of zlib: other bytes, a wrong sum, an end too soon. */
const UNPACKING_FAULT = /^Z_/
