import type { KeyObject } from 'node:crypto'
import { type DesiredBundle, desiredBundle } from '@coldkeep/contract/mqtt/bundle'
import { type CommandOperation, type FieldCommand, fieldCommand } from '@coldkeep/contract/mqtt/command'
import { type CommandArguments, commandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { readSigned } from '@coldkeep/contract/mqtt/signed'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Result } from '@coldkeep/domain/result'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Timekeeper } from '../time/timekeeper'
import type { TrustedTime } from '../time/trusted-time'
import type { Answer, FieldStore } from './field-store'

const MOST_AT_ONCE = 16
const BEFORE = { code: 'E_BEFORE', text: 'older than what is remembered' }

/** The outcome of a command, before it is recorded. */
export type Outcome = Omit<Answer, 'at'>

/** Reports progress. */
export type ReportProgress = (progress: Pick<Outcome, 'pc' | 'out'>) => Promise<void>

/** A command that is being carried out. */
export interface Taken {
  readonly id: string
  /** True once its time is over: what has not gone out by then must not. */
  readonly isLate: () => boolean
}

/**
 * Carries out one command; what it returns is reported to the server. `null`: the next start is to settle it.
 */
export type Operations = {
  readonly [Operation in CommandOperation]: (
    arg: CommandArguments<Operation>,
    report: ReportProgress,
    taken: Taken,
  ) => Promise<Outcome | null>
}

export interface RunnerParts {
  readonly terminalId: TerminalId
  readonly trusted: { readonly byName: ReadonlyMap<string, KeyObject> }
  readonly store: FieldStore
  readonly operations: Operations
  /** Goes on with a command that outlives the program; null where it is over with it. */
  resume(id: string, op: CommandOperation): ((report: ReportProgress) => Promise<Outcome | null>) | null
  readonly time: Timekeeper
  readonly trustedTime: Pick<TrustedTime, 'now' | 'known'>
  readonly log: Logger
  /** Puts a result into the outbox; settles when it is safe there. */
  report(id: string, answer: Answer): Promise<void>
  /** A command has ended and its answer is reported: what must wait for that may begin. */
  settled(id: string): void
}

/**
 * Takes signed commands, and carries out each of them at most once, within its time by the server's signed
 * clock. A command is recorded before it is begun and its answer before it is reported: after a kill at any
 * moment the next start either reports the answer, or that the work was interrupted, and does nothing twice.
 */
export class CommandRunner {
  readonly #parts: RunnerParts
  readonly #running = new Map<string, Promise<void>>()

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Settles what the last run of the program left open. To be awaited before commands are taken. */
  async recover(): Promise<void> {
    const { store, log } = this.#parts
    for (const { id, op, answer, isTold } of store.commands()) {
      if (answer === undefined) {
        const goOn = this.#parts.resume(id, op)
        if (goOn !== null) {
          log.info({ command: id, op }, 'command goes on')
          void this.#track(id, this.#finish(id, op, goOn))
          continue
        }
        log.warn({ command: id, op }, 'command was interrupted by the end of the program')
        await this.#settle(id, op)
      } else if (!isTold) await this.#report(id, answer)
    }
  }

  /** A message of `dn/cmd`. Never rejects. */
  async receive(bytes: Uint8Array): Promise<void> {
    const command = this.#ifForUs(readSigned(fieldCommand, bytes, this.#parts.trusted.byName))
    if (command === null) return
    const { id, op } = command
    const { store, log } = this.#parts
    if (this.#running.has(id) || store.command(id) !== null) return this.#repeat(id)
    // for a configuration the revision decides whether it is old
    if (op !== 'cfg.apply' && store.isBefore(id)) return this.#refuseForgotten(id)
    log.info({ command: id, op }, 'command')
    await this.#run(id, op, () => this.#judge(command))
  }

  /** A message of `dn/cfg`: the same as its command, but retained until another takes its place. */
  async receiveDesired(bytes: Uint8Array): Promise<void> {
    // an empty one withdraws it; what runs goes on
    if (bytes.length === 0) return
    const desired = this.#ifForUs(readSigned(desiredBundle, bytes, this.#parts.trusted.byName))
    if (desired === null) return
    const { id, rev } = desired
    if (this.#running.has(id) || this.#parts.store.command(id) !== null) return
    this.#parts.log.info({ command: id, revision: rev }, 'configuration wanted')
    await this.#run(id, 'cfg.apply', () => this.#judgeDesired(desired))
  }

  /** Waits for the command that is being carried out. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /** What was read, where it is for this terminal. */
  #ifForUs<Content extends { readonly tid: TerminalId }>(read: Result<Content, string>): Content | null {
    const { log, terminalId } = this.#parts
    if (read.ok && read.value.tid === terminalId) return read.value
    log.warn({ code: read.ok ? 'E_FOREIGN' : read.problem }, 'command dropped')
    return null
  }

  /** One at a time under each id, from the first look at it to its end. */
  async #run(id: string, op: CommandOperation, run: () => Promise<void>): Promise<void> {
    const isBusy = this.#running.size >= MOST_AT_ONCE
    const err = { code: 'E_BUSY', text: 'too many commands at once' }
    const work = isBusy ? this.#refuse(id, op, { st: 'refused', err }) : run()
    await this.#track(id, work)
  }

  #track(id: string, work: Promise<void>): Promise<void> {
    const ended = work.finally(() => this.#running.delete(id))
    this.#running.set(id, ended)
    return ended
  }

  async #judge({ id, op, iat, exp, arg }: FieldCommand): Promise<void> {
    const { trustedTime, time, store } = this.#parts
    const now = await trustedTime.known()
    if (now === null) {
      const err = { code: 'E_TIME', text: 'the time of the server is not known' }
      return this.#refuse(id, op, { st: 'refused', err })
    }
    if (now >= exp) {
      return this.#refuse(id, op, { st: 'expired', err: { code: 'E_EXPIRED', text: 'came too late' } })
    }
    // a store that is newer than the order cannot know whether it was carried out with the previous one
    if (op === 'write' && iat < (store.since ?? now)) {
      return this.#refuse(id, op, { st: 'refused', err: BEFORE })
    }
    const read = z.safeParse(commandArguments[op], arg)
    if (!read.success) {
      const err = { code: 'E_FORM', text: 'arguments not understood' }
      return this.#refuse(id, op, { st: 'refused', err })
    }
    const dueMs = time.elapsedMs() + (exp - now)
    // the trusted time may have come into doubt while it waited: then it does not go out
    const isLate = () => time.elapsedMs() >= dueMs || (trustedTime.now() ?? exp) >= exp
    await this.#carryOut({ id, isLate }, op, read.data)
  }

  async #judgeDesired({ id, rev, sha256, size, url, exp }: DesiredBundle): Promise<void> {
    const now = await this.#parts.trustedTime.known()
    if (now === null || now >= exp) {
      const code = now === null ? 'E_TIME' : 'E_EXPIRED'
      this.#parts.log.warn({ code, command: id, revision: rev }, 'configuration not taken')
      return
    }
    await this.#carryOut({ id, isLate: () => false }, 'cfg.apply', { rev, sha256, size, url })
  }

  /** Reported and not recorded: what was carried out under it, if anything, was reported then. */
  async #refuseForgotten(id: string): Promise<void> {
    const { log, time, report } = this.#parts
    log.warn({ code: 'E_BEFORE', command: id }, 'command is older than what is remembered')
    await report(id, { st: 'refused', at: time.now(), err: BEFORE })
  }

  async #repeat(id: string): Promise<void> {
    const answer = this.#parts.store.command(id)?.answer
    this.#parts.log.info({ command: id, code: 'E_REPEAT' }, 'command came again')
    if (answer !== undefined) await this.#report(id, answer)
  }

  async #refuse(id: string, op: CommandOperation, outcome: Outcome): Promise<void> {
    try {
      await this.#parts.store.begin(id, op, this.#parts.time.now())
      await this.#end(id, op, outcome)
    } catch (error) {
      await this.#cannotRecord(id, error)
    }
  }

  async #carryOut<Operation extends CommandOperation>(
    taken: Taken,
    op: Operation,
    arg: CommandArguments<Operation>,
  ): Promise<void> {
    const { id } = taken
    const { store, time, operations } = this.#parts
    try {
      await store.begin(id, op, time.now())
    } catch (error) {
      return this.#cannotRecord(id, error)
    }
    await this.#parts.report(id, { st: 'accepted', at: time.now() })
    await this.#finish(id, op, (report) => operations[op](arg, report, taken))
  }

  /** Does the work and answers. */
  async #finish(
    id: string,
    op: CommandOperation,
    work: (report: ReportProgress) => Promise<Outcome | null>,
  ): Promise<void> {
    const { time, log } = this.#parts
    const report: ReportProgress = (progress) =>
      this.#parts.report(id, { st: 'progress', at: time.now(), ...progress })
    let outcome: Outcome | null
    try {
      outcome = await work(report)
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
      await this.#cannotRecord(id, error)
    }
  }

  async #end(id: string, op: CommandOperation, outcome: Outcome): Promise<void> {
    const answer = { ...outcome, at: this.#parts.time.now() }
    await this.#parts.store.end(id, answer)
    this.#parts.log.info({ command: id, op, state: answer.st, code: answer.err?.code }, 'command ended')
    await this.#report(id, answer)
  }

  async #report(id: string, answer: Answer): Promise<void> {
    await this.#parts.report(id, answer)
    await this.#parts.store.markReported(id).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, command: id }, 'command reported but not marked')
    })
  }

  /** A command that cannot be recorded is not begun: after a restart there would be no trace of it. */
  async #cannotRecord(id: string, error: unknown): Promise<void> {
    this.#parts.log.error({ code: 'E_DISK', err: error, command: id }, 'command cannot be noted')
    const err = { code: 'E_DISK', text: 'the disk takes nothing' }
    await this.#parts.report(id, { st: 'failed', at: this.#parts.time.now(), err })
  }

  /**
   * A configuration is safe to apply again, and is still desired; whatever touched the bus is not repeated.
   */
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
    else await store.forget(id)
  }
}
