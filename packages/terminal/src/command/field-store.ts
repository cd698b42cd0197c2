import { join } from 'node:path'
import type { CommandOperation, CommandResult } from '@coldkeep/contract/mqtt/command'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { type Database, open, type RootDatabase } from 'lmdb'
import type { Logger } from 'pino'
import { committed } from '../outbox/disk-store'
import { openSound } from '../outbox/sound-file'
import type { Timekeeper } from '../time/timekeeper'

const FILE_NAME = 'field.mdb'
/** Commands that are known again: those with the highest ids. */
const REMEMBERED = 256

/** The answer to a command, as it is reported, once or again. */
export type Answer = Pick<CommandResult, 'st' | 'pc' | 'out' | 'err'> & { readonly at: EpochMs }

/** A command that this terminal has taken. Without an answer it was begun and has not ended. */
export interface TakenCommand {
  readonly op: CommandOperation
  readonly at: EpochMs
  readonly answer?: Answer
  /** The answer lies in the outbox. */
  readonly isTold?: boolean
}

/** A configuration from the server, with what is needed to report on it. */
export interface KeptBundle {
  readonly revision: number
  readonly sha256: string
  readonly commandId: string
  readonly appliedAt: EpochMs
  /** Ends of the program without a stop since it was applied. */
  readonly crashes: number
  /** The bundle as it came. */
  readonly text: string
}

/** Keys that were handed over, and those of the claim from which they follow. */
export interface LearnedKeys {
  readonly claimed: readonly TrustedKey[]
  readonly at: number
  readonly keys: readonly TrustedKey[]
}

type MarkName = 'current' | 'previous' | 'given up' | 'running' | 'keys' | 'floor' | 'since' | 'release keys'
type Mark = KeptBundle | LearnedKeys | number | boolean | string

/**
 * Commands that were taken, and the configurations, on the disk: what was written outlives a kill and a power cut. Every
 * failing write rejects, and the file stays as it was.
 */
export class FieldStore {
  readonly #root: RootDatabase<unknown, string>
  readonly #commands: Database<TakenCommand, string>
  readonly #marks: Database<Mark, MarkName>

  readonly #remembered: number
  #since: EpochMs | null

  /**
   * @param remembered least number of commands that are known again
   * @throws when the file cannot be opened or written
   */
  static async open(path: string, remembered = REMEMBERED): Promise<FieldStore> {
    return new FieldStore(
      open<unknown, string>({ path, noSubdir: true, overlappingSync: false, eventTurnBatching: false }),
      remembered,
    )
  }

  private constructor(root: RootDatabase<unknown, string>, remembered: number) {
    this.#root = root
    this.#remembered = remembered
    this.#commands = root.openDB<TakenCommand, string>('commands', { encoding: 'json' })
    this.#marks = root.openDB<Mark, MarkName>('marks', { encoding: 'json' })
    const since = this.#marks.get('since')
    this.#since = typeof since === 'number' ? epochMs(since) : null
  }

  command(id: string): TakenCommand | null {
    return this.#commands.get(id) ?? null
  }

  /** All that are kept, lowest id first. */
  commands(): (TakenCommand & { readonly id: string })[] {
    return [...this.#commands.getRange()].map(({ key, value }) => ({ id: key, ...value }))
  }

  async begin(id: string, op: CommandOperation, at: EpochMs): Promise<void> {
    await this.#write(() => void this.#commands.put(id, { op, at }))
  }

  async end(id: string, answer: Answer): Promise<void> {
    await this.#change(id, (command) => ({ ...command, answer }))
  }

  /** Its answer lies in the outbox. Where there are more than are remembered, the lowest of these are forgotten. */
  async markReported(id: string): Promise<void> {
    await this.#write(() => {
      const command = this.command(id)
      if (command === null) return
      void this.#commands.put(id, { ...command, isTold: true })
      if (this.#commands.getKeysCount() > this.#remembered) this.#forgetLowest()
    })
  }

  #forgetLowest(): void {
    // of those under way none counts: what came with them would be taken for old
    const forgotten = this.commands()
      .filter(({ isTold }) => isTold)
      .slice(0, -this.#remembered)
    const highest = forgotten.at(-1)?.id ?? ''
    for (const { id } of forgotten) void this.#commands.remove(id)
    if (highest > this.#floor) void this.#marks.put('floor', highest)
  }

  /** It is so low that it may have been carried out and forgotten. Ids grow with the time at which they were made. */
  isBefore(id: string): boolean {
    return id <= this.#floor && this.command(id) === null
  }

  /**
   * The server's time when this store was new: it cannot know of earlier orders. `null`: the time is not
   * known yet.
   */
  get since(): EpochMs | null {
    return this.#since
  }

  /** Only the first one counts. */
  async recordOpened(at: EpochMs): Promise<void> {
    if (this.#since !== null) return
    this.#since = at
    await this.#write(() => void this.#marks.put('since', at))
  }

  /** As if the command had never come. */
  async forget(id: string): Promise<void> {
    await this.#write(() => void this.#commands.remove(id))
  }

  get current(): KeptBundle | null {
    return this.#bundle('current')
  }

  get previous(): KeptBundle | null {
    return this.#bundle('previous')
  }

  /** The highest revision that this terminal has put back: never tried again. */
  get givenUp(): number {
    const revision = this.#marks.get('given up')
    return typeof revision === 'number' ? revision : 0
  }

  /** What was current becomes the previous one. */
  async activate(bundle: KeptBundle): Promise<void> {
    await this.#write(() => {
      const current = this.current
      if (current === null) void this.#marks.remove('previous')
      else void this.#marks.put('previous', current)
      void this.#marks.put('current', bundle)
    })
  }

  /**
   * Restores the previous one, or none where there is none, and records what is to be reported about it.
   * @param fileRevision what is run where there is no previous one
   */
  async rollBack(at: EpochMs, fileRevision: number, why: string): Promise<void> {
    await this.#write(() => {
      const { current, previous } = this
      if (current === null) return
      void this.#marks.put('given up', Math.max(this.givenUp, current.revision))
      const out = { rev: previous?.revision ?? fileRevision }
      const answer: Answer = { st: 'failed', at, out, err: { code: 'E_ROLLED_BACK', text: why } }
      void this.#commands.put(current.commandId, { op: 'cfg.apply', at, answer })
      if (previous === null) void this.#marks.remove('current')
      else void this.#marks.put('current', { ...previous, crashes: 0 })
      void this.#marks.remove('previous')
    })
  }

  async countCrash(): Promise<void> {
    await this.#write(() => {
      const { current } = this
      if (current !== null) void this.#marks.put('current', { ...current, crashes: current.crashes + 1 })
    })
  }

  /** True when the program was running and was not stopped: it crashed, or the power went. */
  get hasCrashed(): boolean {
    return this.#marks.get('running') === true
  }

  async setRunning(isRunning: boolean): Promise<void> {
    await this.#write(() => void this.#marks.put('running', isRunning))
  }

  get learned(): LearnedKeys | null {
    const mark = this.#marks.get('keys')
    return typeof mark === 'object' && 'claimed' in mark ? mark : null
  }

  async learn(keys: LearnedKeys): Promise<void> {
    await this.#write(() => void this.#marks.put('keys', keys))
  }

  /** The highest number of a list of keys that sign releases; 0: none was seen. */
  get releaseKeys(): number {
    const number = this.#marks.get('release keys')
    return typeof number === 'number' ? number : 0
  }

  async recordReleaseKeys(number: number): Promise<void> {
    if (number > this.releaseKeys) await this.#write(() => void this.#marks.put('release keys', number))
  }

  async close(): Promise<void> {
    await this.#root.close()
  }

  get #floor(): string {
    const floor = this.#marks.get('floor')
    return typeof floor === 'string' ? floor : ''
  }

  #bundle(name: 'current' | 'previous'): KeptBundle | null {
    const mark = this.#marks.get(name)
    return typeof mark === 'object' && 'text' in mark ? mark : null
  }

  async #change(id: string, change: (command: TakenCommand) => TakenCommand): Promise<void> {
    await this.#write(() => {
      const command = this.#commands.get(id)
      if (command !== undefined) void this.#commands.put(id, change(command))
    })
  }

  async #write(write: () => void): Promise<void> {
    await committed(() => this.#root.transaction(write))
  }
}

/** Opens the store of a terminal; null where the disk does not let it, and then no commands are taken. */
export async function openFieldStore(
  folder: string,
  clock: Pick<Timekeeper, 'now'>,
  log: Logger,
): Promise<FieldStore | null> {
  try {
    return await openSound(join(folder, FILE_NAME), (path) => FieldStore.open(path), clock, log)
  } catch (error) {
    log.error({ code: 'E_DISK', err: error }, 'the disk takes nothing, no commands are taken')
    return null
  }
}
