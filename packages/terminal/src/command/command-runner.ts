import type { KeyObject } from 'node:crypto'
import { wantedBundle } from '@coldkeep/contract/mqtt/bundle'
import { type CommandOperation, fieldCommand } from '@coldkeep/contract/mqtt/command'
import { type CommandArguments, commandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { openSigned, signedMessage } from '@coldkeep/contract/mqtt/signed'
import type { TerminalId } from '@coldkeep/domain/ids'
import { days, later } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { ClockTrust } from '../time/clock-trust'
import type { Timekeeper } from '../time/timekeeper'
import type { Answer, FieldStore } from './field-store'

const KEPT_MS = days(7)
const MOST_AT_ONCE = 16

/** What a command came to, before it is noted. */
export type Outcome = Omit<Answer, 'at'>

/** Says something on the way. */
export type TellProgress = (progress: Pick<Outcome, 'pc' | 'out'>) => Promise<void>

/** A command that is being carried out. */
export interface Taken {
  readonly id: string
  /** True once its time is over: what has not gone out by then must not. */
  readonly isLate: () => boolean
}

/** Carries one command out; what it returns is told to the server. `null`: the next start is to settle it. */
export type Operations = {
  readonly [Operation in CommandOperation]: (
    arg: CommandArguments<Operation>,
    tell: TellProgress,
    taken: Taken,
  ) => Promise<Outcome | null>
}

export interface RunnerParts {
  readonly terminalId: TerminalId
  readonly trusted: { readonly byName: ReadonlyMap<string, KeyObject> }
  readonly store: FieldStore
  readonly operations: Operations
  readonly time: Timekeeper
  readonly clockTrust: Pick<ClockTrust, 'bestTime'>
  readonly log: Logger
  /** Puts a result into the outbox; settles when it is safe there. */
  tell(id: string, answer: Answer): Promise<void>
  /** A command has ended and its answer is told: what must wait for that may begin. */
  settled(id: string): void
}

/**
 * Takes commands from whoever speaks for the server, and carries out each of them at most once. A command is noted
 * before it is begun and its answer before it is told: after a kill at any moment the next start either tells the
 * answer, or that the work was interrupted, and does nothing twice.
 */
export class CommandRunner {
  readonly #parts: RunnerParts
  readonly #running = new Map<string, Promise<void>>()

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Settles what the last run of the program left open. To be awaited before commands are taken. */
  async recover(): Promise<void> {
    const { store, time, log } = this.#parts
    const oldest = later(time.now(), -KEPT_MS)
    const old: string[] = []
    for (const { id, op, at, answer, isTold } of store.commands()) {
      if (answer === undefined) {
        log.warn({ command: id, op }, 'command was interrupted by the end of the program')
        await this.#settle(id, op)
      } else if (!isTold) await this.#tell(id, answer)
      else if (at < oldest) old.push(id)
    }
    await store.forget(old)
  }

  /** A message of `dn/cmd`. Never rejects. */
  async receive(bytes: Uint8Array): Promise<void> {
    const command = this.#open(bytes, (content) => z.safeParse(fieldCommand, content).data ?? null)
    if (command === null) return
    const { id, op, exp } = command
    const { store, clockTrust, time, log } = this.#parts
    const isRepeat = this.#running.has(id) || store.command(id) !== null
    if (isRepeat) return this.#repeat(id)
    log.info({ command: id, op }, 'command')
    const now = clockTrust.bestTime
    if (now === null) {
      return this.#refuse(id, op, {
        st: 'refused',
        err: { code: 'E_TIME', text: 'the clock of the box is not set' },
      })
    }
    if (now >= exp) {
      return this.#refuse(id, op, { st: 'expired', err: { code: 'E_EXPIRED', text: 'came too late' } })
    }
    const arg = z.safeParse(commandArguments[op], command.arg)
    if (!arg.success) {
      return this.#refuse(id, op, {
        st: 'refused',
        err: { code: 'E_FORM', text: 'arguments not understood' },
      })
    }
    // by both clocks: the one on the wall may be set while it waits
    const dueMs = time.elapsedMs() + (exp - now)
    const isLate = () => time.elapsedMs() >= dueMs || (clockTrust.bestTime ?? exp) >= exp
    await this.#take({ id, isLate }, op, arg.data)
  }

  /** A message of `dn/cfg`: the same as its command, but it stands until another takes its place. */
  async receiveWanted(bytes: Uint8Array): Promise<void> {
    // an empty one takes the wish away; what runs goes on
    if (bytes.length === 0) return
    const wanted = this.#open(bytes, (content) => z.safeParse(wantedBundle, content).data ?? null)
    if (wanted === null) return
    const { id, rev, sha256, size, url } = wanted
    if (this.#running.has(id) || this.#parts.store.command(id) !== null) return
    this.#parts.log.info({ command: id, revision: rev }, 'configuration wanted')
    await this.#take({ id, isLate: () => false }, 'cfg.apply', { rev, sha256, size, url })
  }

  /** Waits for what is being carried out. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #open<Content extends { readonly tid: TerminalId }>(
    bytes: Uint8Array,
    read: (content: unknown) => Content | null,
  ): Content | null {
    const { trusted, log, terminalId } = this.#parts
    const drop = (code: string) => {
      log.warn({ code }, 'command dropped')
      return null
    }
    const unpacked = unpackMessage(bytes)
    if (!unpacked.ok) return drop(unpacked.problem)
    const message = z.safeParse(signedMessage, unpacked.value)
    if (!message.success) return drop('E_FORM')
    const content = openSigned(message.data, trusted.byName)
    if (!content.ok) return drop(content.problem)
    const said = read(content.value)
    if (said === null) return drop('E_FORM')
    return said.tid === terminalId ? said : drop('E_FOREIGN')
  }

  async #repeat(id: string): Promise<void> {
    const answer = this.#parts.store.command(id)?.answer
    this.#parts.log.info({ command: id, code: 'E_REPEAT' }, 'command came again')
    if (answer !== undefined) await this.#tell(id, answer)
  }

  async #refuse(id: string, op: CommandOperation, outcome: Outcome): Promise<void> {
    try {
      await this.#parts.store.begin(id, op, this.#parts.time.now())
      await this.#end(id, op, outcome)
    } catch (error) {
      await this.#cannotNote(id, error)
    }
  }

  async #take<Operation extends CommandOperation>(
    taken: Taken,
    op: Operation,
    arg: CommandArguments<Operation>,
  ): Promise<void> {
    const { id } = taken
    if (this.#running.size >= MOST_AT_ONCE) {
      return this.#refuse(id, op, {
        st: 'refused',
        err: { code: 'E_BUSY', text: 'too many commands at once' },
      })
    }
    const work = this.#carryOut(taken, op, arg).finally(() => this.#running.delete(id))
    this.#running.set(id, work)
    await work
  }

  async #carryOut<Operation extends CommandOperation>(
    taken: Taken,
    op: Operation,
    arg: CommandArguments<Operation>,
  ): Promise<void> {
    const { id } = taken
    const { store, time, log, operations } = this.#parts
    try {
      await store.begin(id, op, time.now())
    } catch (error) {
      return this.#cannotNote(id, error)
    }
    await this.#parts.tell(id, { st: 'accepted', at: time.now() })
    const tell: TellProgress = (progress) =>
      this.#parts.tell(id, { st: 'progress', at: time.now(), ...progress })
    let outcome: Outcome | null
    try {
      outcome = await operations[op](arg, tell, taken)
    } catch (error) {
      // a fault of the program in one command must not leave it without an answer
      log.error({ err: error, command: id, op }, 'command failed')
      outcome = { st: 'failed', err: { code: 'E_INTERNAL', text: 'a fault of the terminal program' } }
    }
    if (outcome === null) return
    try {
      await this.#end(id, op, outcome)
      this.#parts.settled(id)
    } catch (error) {
      await this.#cannotNote(id, error)
    }
  }

  async #end(id: string, op: CommandOperation, outcome: Outcome): Promise<void> {
    const answer = { ...outcome, at: this.#parts.time.now() }
    await this.#parts.store.end(id, answer)
    this.#parts.log.info({ command: id, op, state: answer.st, code: answer.err?.code }, 'command ended')
    await this.#tell(id, answer)
  }

  async #tell(id: string, answer: Answer): Promise<void> {
    await this.#parts.tell(id, answer)
    await this.#parts.store.told(id).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, command: id }, 'command told but not marked')
    })
  }

  /** What cannot be noted is not begun, since nobody would know it after a restart. */
  async #cannotNote(id: string, error: unknown): Promise<void> {
    this.#parts.log.error({ code: 'E_DISK', err: error, command: id }, 'command cannot be noted')
    const err = { code: 'E_DISK', text: 'the disk takes nothing' }
    await this.#parts.tell(id, { st: 'failed', at: this.#parts.time.now(), err })
  }

  /** A configuration is safe to apply again, and is still wanted; whatever touched the bus is not repeated. */
  async #settle(id: string, op: CommandOperation): Promise<void> {
    const { store } = this.#parts
    if (op !== 'cfg.apply') {
      return this.#end(id, op, {
        st: 'failed',
        err: { code: 'E_RESTART', text: 'the program ended meanwhile' },
      })
    }
    const { current } = store
    if (current?.commandId === id) await this.#end(id, op, { st: 'done', out: { rev: current.revision } })
    else await store.forget([id])
  }
}
