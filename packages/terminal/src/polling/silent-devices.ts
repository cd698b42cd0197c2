import type { Logger } from 'pino'

const CYCLES_UNTIL_SILENT = 3
const PROBE_EVERY_MS = 60_000

/**
 * How much may be requested of a device now: everything, one command to see whether it is back, or nothing.
 */
export type Allowance = 'all' | 'one' | 'none'

interface Silence {
  failedCycles: number
  probedAtMs: number
}

/** Devices that did not answer in three whole cycles: the rest of the bus must not pay for their timeouts. */
export class SilentDevices {
  readonly #log: Logger
  readonly #changed: (key: string, state: 'silent' | 'back') => void
  readonly #silences = new Map<string, Silence>()

  /** @param changed called when a device falls silent and when it is back */
  constructor(log: Logger, changed: (key: string, state: 'silent' | 'back') => void) {
    this.#log = log
    this.#changed = changed
  }

  /** @param nowMs monotonic, since a wall clock may be set */
  allowance(key: string, nowMs: number): Allowance {
    const silence = this.#silences.get(key)
    if (silence === undefined || silence.failedCycles < CYCLES_UNTIL_SILENT) return 'all'
    if (nowMs - silence.probedAtMs < PROBE_EVERY_MS) return 'none'
    silence.probedAtMs = nowMs
    return 'one'
  }

  /** It answered, if only with a refusal. */
  answered(key: string): void {
    const silence = this.#silences.get(key)
    this.#silences.delete(key)
    if (silence === undefined || silence.failedCycles < CYCLES_UNTIL_SILENT) return
    this.#log.info({ device: key }, 'device is back')
    this.#changed(key, 'back')
  }

  /** A whole cycle, or the one command, passed without an answer. */
  failed(key: string, nowMs: number): void {
    const silence = this.#silences.get(key) ?? { failedCycles: 0, probedAtMs: nowMs }
    silence.failedCycles++
    this.#silences.set(key, silence)
    if (silence.failedCycles !== CYCLES_UNTIL_SILENT) return
    silence.probedAtMs = nowMs
    this.#log.warn({ device: key }, 'device is silent, asked once a minute')
    this.#changed(key, 'silent')
  }
}
