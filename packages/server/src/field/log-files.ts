import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What terminals handed over as logs, one file for a command. */
export interface LogFiles {
  /**
   * Keeps a file whole or not at all.
   * @returns `taken` where that command has its file already, `too_large` where more comes than may
   */
  keep(commandId: string, content: Readable): Promise<'kept' | 'taken' | 'too_large'>
  /** `null` where there is none. */
  find(commandId: string): Promise<{ readonly size: number; open(): Readable } | null>
}

const FOLDER = 'terminal-logs'
const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

export function logFiles(dataFolder: string, mostBytes: number): LogFiles {
  const folder = join(dataFolder, FOLDER)
  const pathOf = (commandId: string) => {
    if (!COMMAND_ID.test(commandId)) throw new RangeError('no id of a command')
    return join(folder, `${commandId}.gz`)
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
  }
}

class TooLarge extends Error {}
