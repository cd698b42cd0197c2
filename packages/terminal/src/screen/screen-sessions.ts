import { randomBytes } from 'node:crypto'
import type { ScreenSettings } from '@coldkeep/contract/mqtt/screen-settings'
import type { ScreenMode, ScreenOrder, TunnelEnd, TunnelNote } from '@coldkeep/contract/mqtt/screen-tunnel'
import { judgeConsent } from '@coldkeep/domain/screens/consent'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { minutes, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Outcome } from '../command/command-runner'
import type { ServerAccess } from '../command/server-request'
import type { Timekeeper } from '../time/timekeeper'
import { connectScreen } from './connect-screen'
import { dialGateway } from './dial-gateway'
import { isStoreOpen } from './is-store-open'
import { joinTunnel, type Tunnel } from './join-tunnel'
import { runProgram } from './run-program'
import { SessionLog } from './session-log'

/** Somebody in the store has so long to answer. */
const ANSWERED_WITHIN_MS = seconds(30)

/** How things are with the screen, as the store is shown it. */
export type ScreenPhase =
  | { readonly kind: 'idle' }
  /** `question`: names this one question, so that an answer to another one is none. */
  | {
      readonly kind: 'waiting'
      readonly question: string
      readonly by: string
      readonly mode: ScreenMode
      readonly until: EpochMs
    }
  | { readonly kind: 'opening'; readonly by: string; readonly mode: ScreenMode }
  | {
      readonly kind: 'connected'
      readonly by: string
      readonly mode: ScreenMode
      readonly since: EpochMs
      /** Keyboard and pointer of the store are kept away. */
      readonly isLocked: boolean
    }

export interface ScreenParts {
  /** `null`: no screen is set up. */
  readonly settings: ScreenSettings | null
  readonly password: string | null
  readonly server: ServerAccess | null
  readonly dataFolder: string
  readonly time: Timekeeper
  readonly log: Logger
}

type Consent = 'allowed' | 'declined' | 'unanswered'
const IDLE: ScreenPhase = { kind: 'idle' }

/** The one session on the screen of the store, from the order to its end; whether it is allowed is settled here alone. */
export class ScreenSessions {
  readonly #parts: ScreenParts
  readonly entries: SessionLog
  readonly #listeners = new Set<() => void>()
  #phase: ScreenPhase = IDLE
  #answer: ((consent: Consent) => void) | null = null
  #tunnel: Tunnel | null = null
  #hidePage = () => {}

  constructor(parts: ScreenParts) {
    this.#parts = parts
    this.entries = new SessionLog(parts.dataFolder, parts.log)
  }

  get phase(): ScreenPhase {
    return this.#phase
  }

  /** @returns ends it */
  follow(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Carries out `screen.open`; the session goes on after it. */
  async open(order: ScreenOrder, id: string): Promise<Outcome> {
    const { settings, server, time } = this.#parts
    if (settings === null) return refused('E_NO_SCREEN', 'no screen is set up at this terminal')
    if (server === null) return refused('E_NO_SERVER', 'this terminal knows no address of the server')
    if (this.#phase.kind !== 'idle') return refused('E_BUSY', 'somebody is on the screen already')
    const { by, mode } = order
    this.entries.begin(id, by, mode, time.now())
    this.#enter({ kind: 'opening', by, mode })
    const outcome = await this.#begin(order, { id, settings, server })
    if (outcome.st !== 'done') {
      const end = `refused_${(outcome.err?.text ?? '').slice(0, 100)}`
      this.entries.change(id, { endedAt: time.now(), end })
      this.#enter(IDLE)
    }
    return outcome
  }

  /** The answer of the store to the question that is open; one to another question is none. */
  answer(question: string, isAllowed: boolean): boolean {
    if (this.#phase.kind !== 'waiting' || this.#phase.question !== question) return false
    this.#answer?.(isAllowed ? 'allowed' : 'declined')
    return true
  }

  /** Ends what is going on, at once and whatever the line does. */
  stop(why: TunnelEnd = 'stopped'): void {
    this.#answer?.('declined')
    this.#tunnel?.end(why)
  }

  async #begin(
    order: ScreenOrder,
    { id, settings, server }: { id: string; settings: ScreenSettings; server: ServerAccess },
  ): Promise<Outcome> {
    const { time, password, log } = this.#parts
    const step = judgeConsent(settings.consent, order.rule, isStoreOpen(settings, time.now()))
    if (step.step === 'refuse') return refused('E_CONSENT', step.why)
    if (step.step === 'ask') {
      const consent = await this.#awaitAnswer(order)
      const isFine = consent === 'allowed' || (consent === 'unanswered' && settings.unanswered === 'allow')
      if (!isFine) return refused('E_CONSENT', consent)
    }
    this.#enter({ kind: 'opening', by: order.by, mode: order.mode })
    const screen = await connectScreen(settings, password)
    if (!screen.ok) return failed('E_SCREEN', screen.problem)
    const gateway = await dialGateway(server, order)
    if (!gateway.ok) {
      screen.value.destroy()
      return failed('E_FETCH', gateway.problem)
    }
    const since = time.now()
    this.#tunnel = joinTunnel({
      screen: screen.value,
      gateway: gateway.value,
      mode: order.mode,
      time,
      log,
      noteCame: (note) => this.#follow(note),
      ended: (why) => this.#ended(id, why),
    })
    const stopLate = time.after(minutes(order.mostMinutes), () => this.#tunnel?.end('too_long'))
    void this.#tunnel.closed.finally(stopLate)
    this.entries.change(id, { startedAt: since })
    this.#enter({ kind: 'connected', by: order.by, mode: order.mode, since, isLocked: false })
    log.info({ command: id, by: order.by, mode: order.mode }, 'screen is shown')
    return { st: 'done' }
  }

  async #awaitAnswer({ by, mode }: ScreenOrder): Promise<Consent> {
    const { time } = this.#parts
    const question = randomBytes(16).toString('hex')
    const answered = new Promise<Consent>((resolve) => {
      this.#answer = resolve
    })
    const cancel = time.after(ANSWERED_WITHIN_MS, () => this.#answer?.('unanswered'))
    const until = (time.now() + ANSWERED_WITHIN_MS) as EpochMs
    this.#enter({ kind: 'waiting', question, by, mode, until })
    const consent = await answered
    cancel()
    this.#answer = null
    return consent
  }

  /** What the gateway says beside the screen. */
  #follow(note: TunnelNote): void {
    const { settings, log } = this.#parts
    const phase = this.#phase
    if (note.kind !== 'lock' || phase.kind !== 'connected') return
    const lockInput = settings?.lockInput
    const canLock = lockInput !== undefined && phase.mode === 'control'
    if (canLock && note.isLocked !== phase.isLocked) {
      runProgram(note.isLocked ? lockInput.lock : lockInput.unlock, log)
      this.#enter({ ...phase, isLocked: note.isLocked })
    }
    this.#tunnel?.send({ kind: 'locked', isLocked: canLock && note.isLocked })
  }

  #ended(id: string, why: string): void {
    const { settings, time, log } = this.#parts
    const phase = this.#phase
    if (phase.kind === 'connected' && phase.isLocked && settings?.lockInput) {
      runProgram(settings.lockInput.unlock, log)
    }
    this.#tunnel = null
    this.entries.change(id, { endedAt: time.now(), end: why })
    log.info({ command: id, why }, 'screen is shown no more')
    this.#enter(IDLE)
  }

  #enter(phase: ScreenPhase): void {
    const wasIdle = this.#phase.kind === 'idle'
    this.#phase = phase
    const { showPage, pagePort } = this.#parts.settings ?? {}
    if (phase.kind === 'idle') {
      this.#hidePage()
      this.#hidePage = () => {}
    } else if (wasIdle && showPage !== undefined && pagePort !== undefined) {
      const address = `http://127.0.0.1:${pagePort}/`
      this.#hidePage = runProgram(
        showPage.map((word) => word.replaceAll('{url}', address)),
        this.#parts.log,
      )
    }
    for (const changed of this.#listeners) changed()
  }
}

function refused(code: string, text: string): Outcome {
  return { st: 'refused', err: { code, text } }
}

function failed(code: string, text: string): Outcome {
  return { st: 'failed', err: { code, text: text.slice(0, 500) } }
}
