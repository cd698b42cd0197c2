import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { writeWhole } from '../update/whole-file'

const FILE = 'screen-sessions.json'
/** Older ones go: the server has them. */
const MOST_KEPT = 200

const entry = z.object({
  id: z.string(),
  by: z.string(),
  mode: z.custom<ScreenMode>((value) => value === 'control' || value === 'view'),
  requestedAt: z.number(),
  startedAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  /** `refused_…` where it never began. */
  end: z.nullable(z.string()),
})
/** One request for the screen, as the store has it: who, when, and how it ended. Epoch milliseconds by the box. */
export type SessionEntry = z.output<typeof entry>

/** What the store itself keeps on who was on its screen, whatever the server says. Newest first. */
export class SessionLog {
  readonly #path: string
  readonly #log: Logger
  #entries: SessionEntry[]

  constructor(dataFolder: string, log: Logger) {
    this.#path = join(dataFolder, FILE)
    this.#log = log
    this.#entries = this.#read()
  }

  get entries(): readonly SessionEntry[] {
    return this.#entries
  }

  begin(id: string, by: string, mode: ScreenMode, requestedAt: EpochMs): void {
    const begun: SessionEntry = { id, by, mode, requestedAt, startedAt: null, endedAt: null, end: null }
    this.#entries = [begun, ...this.#entries].slice(0, MOST_KEPT)
    this.#write()
  }

  change(id: string, changed: Partial<Pick<SessionEntry, 'startedAt' | 'endedAt' | 'end'>>): void {
    this.#entries = this.#entries.map((one) => (one.id === id ? { ...one, ...changed } : one))
    this.#write()
  }

  /** What the last run of the program left open ended with it. */
  #read(): SessionEntry[] {
    try {
      const kept = z.parse(z.array(entry), JSON.parse(readFileSync(this.#path, 'utf8')))
      return kept.map((one) => (one.end === null ? { ...one, end: 'terminal_ends' } : one))
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isMissing)
        this.#log.error({ err: error }, 'the list of screen sessions cannot be read, a new one begins')
      return []
    }
  }

  #write(): void {
    try {
      writeWhole(this.#path, JSON.stringify(this.#entries))
    } catch (error) {
      this.#log.error({ code: 'E_DISK', err: error }, 'the list of screen sessions cannot be written')
    }
  }
}
