import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import type { InstallOutcome } from '@coldkeep/contract/mqtt/command-arguments'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, seconds } from '@coldkeep/domain/time/instant'
import type { InstallEnd, InstalledProgram } from '../installed-program'
import { type CheckedOrder, checkOrder, type Refusal, type UpdateSettings } from './check-order'
import { fetchImage } from './fetch-image'
import type { Order } from './order'
import { readImage } from './simulated-image'

/** Between two steps, so that people see each of them. */
const STEP_MS = seconds(1)
/** Until a program is started again and has signed in. */
const RESTART_MS = seconds(4)
/** Until the supervisor gives a program up and the one before signs in. */
const ROLL_BACK_MS = seconds(15)
/** A new program has to show for so long that it works. */
const CONFIRM_MS = seconds(4)

/** What of its terminal an installation needs. */
export interface InstallerParts {
  readonly terminalId: TerminalId
  readonly secret: string
  readonly updates: UpdateSettings | null
  /** Where what runs is kept. */
  readonly run: { program: InstalledProgram }
  now(): EpochMs
  /** By the clock of the terminal. Never ends where its power is cut or it is stopped meanwhile. */
  pause(ms: number): Promise<void>
  /** True while nothing gets through to the server. */
  isCut(): boolean
  /** Is offline for some time, as another start of the program. Ends when it is connected again, as a pause does. */
  restart(ms: number): Promise<{ readonly boot: string }>
  report(id: string, result: Pick<CommandResult, 'st' | 'pc' | 'out' | 'err'>): void
}

/**
 * Plays the installation of a release as far as there is something to play: what is fetched and checked is real, what
 * is installed is the list of faults in the image. One that is interrupted is forgotten; its order comes again.
 */
export class Installer {
  readonly #parts: InstallerParts
  readonly #ended = new Map<string, InstallEnd>()
  #current: { readonly id: string; readonly abort: AbortController } | null = null
  /** Runs and is not confirmed. */
  #trial: InstalledProgram | null = null

  constructor(parts: InstallerParts) {
    this.#parts = parts
    const { ended } = parts.run.program
    if (ended !== null) this.#ended.set(ended.id, ended.outcome)
  }

  get runs(): InstalledProgram {
    return this.#trial ?? this.#parts.run.program
  }

  take({ id, arg }: Order): void {
    const known = this.#ended.get(id)
    if (known !== undefined) this.#parts.report(id, known)
    else if (this.#current === null) this.#begin(id, arg)
    else if (this.#current.id !== id)
      this.#end(id, refused({ code: 'E_BUSY', text: 'another installation has not ended' }))
  }

  /** The program before is back, and nothing of the installation is left. */
  interrupt(): void {
    this.#current?.abort.abort()
    this.#current = null
    this.#trial = null
  }

  #begin(id: string, arg: unknown): void {
    const { updates, run, now } = this.#parts
    const checked = checkOrder(arg, { updates, installed: run.program, now: now() })
    if (checked.ok) void this.#carryOut(id, checked.value)
    else this.#end(id, refused(checked.problem))
  }

  async #carryOut(id: string, order: CheckedOrder): Promise<void> {
    const abort = new AbortController()
    this.#current = { id, abort }
    this.#parts.report(id, { st: 'accepted' })
    const outcome = await this.#install(id, order, abort.signal)
    if (abort.signal.aborted) return
    this.#current = null
    if (this.#trial !== null) this.#parts.run.program = this.#trial
    this.#trial = null
    this.#end(id, outcome)
  }

  async #install(
    id: string,
    { url, manifest, keysNumber }: CheckedOrder,
    signal: AbortSignal,
  ): Promise<InstallEnd> {
    const { report, pause, isCut, restart, run, terminalId, secret } = this.#parts
    const reportStep = (step: InstallOutcome['step'], pc?: number) =>
      report(id, { st: 'progress', out: { step }, ...(pc !== undefined && { pc }) })
    const { version } = manifest
    reportStep('downloading', 0)
    const fetched = await fetchImage(
      { url, manifest, terminalId, secret },
      { signal, pause, isCut, fetched: (percent) => reportStep('downloading', percent) },
    )
    if (!fetched.ok) return failed(fetched.problem)
    for (const step of ['downloaded', 'verified', 'installing'] as const) {
      await pause(STEP_MS)
      reportStep(step)
    }
    const image = readImage(fetched.value, version)
    if (!image.ok) return failed({ code: 'E_INSTALL', text: image.problem })
    await pause(STEP_MS)
    reportStep('restarting')
    await pause(STEP_MS)
    const { startsNot, cannotDial, losesPolls = null } = image.value
    if (startsNot || cannotDial) {
      const { boot } = await restart(ROLL_BACK_MS)
      const err = startsNot
        ? { code: 'E_CONFIRM', text: `${version} ended at each start` }
        : { code: 'E_LINK', text: `${version} could not sign in` }
      return { st: 'failed', err, out: { version: run.program.version, boot, isRolledBack: true } }
    }
    this.#trial = { ...run.program, version, keysNumber, losesPolls }
    const { boot } = await restart(RESTART_MS)
    report(id, { st: 'progress', out: { step: 'confirming', version, boot } })
    await pause(CONFIRM_MS)
    return { st: 'done', out: { version, boot } }
  }

  #end(id: string, outcome: InstallEnd): void {
    const { run, report } = this.#parts
    this.#ended.set(id, outcome)
    run.program = { ...run.program, ended: { id, outcome } }
    report(id, outcome)
  }
}

function refused(err: Refusal): InstallEnd {
  return { st: 'refused', err }
}

function failed(err: Refusal): InstallEnd {
  return { st: 'failed', err }
}
