import type { TerminalId } from '../ids'
import type { Clock } from '../time/instant'
import { buckets } from './buckets'

/** What one terminal may take of the server. The bursts let a terminal catch up after a short outage. */
export interface Limits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  readonly byteBurst: number
  readonly connectsPerMinute: number
  readonly connectBurst: number
  /** Refused sign-ins of one address that are logged in a minute. */
  readonly refusalLinesPerMinute: number
}

export const defaultLimits: Limits = {
  messagesPerSecond: 20,
  messageBurst: 400,
  bytesPerSecond: 512 * 1024,
  byteBurst: 4 * 1024 * 1024,
  connectsPerMinute: 4,
  connectBurst: 8,
  refusalLinesPerMinute: 30,
}

/** Counts what each terminal takes, across its connections. Every `admit…` answers false above the limit. */
export interface TerminalLimits {
  admitConnect(terminal: TerminalId): boolean
  admitMessage(terminal: TerminalId): boolean
  admitBytes(terminal: TerminalId, count: number): boolean
  /**
   * A sign-in from this address was refused.
   * @returns how many were not logged since the last that was; `null` where this one is not to be logged
   * either
   */
  countRefusal(address: string): { readonly notLogged: number } | null
}

export function terminalLimits(limits: Limits, clock: Clock): TerminalLimits {
  const messages = buckets(limits.messagesPerSecond, limits.messageBurst, clock)
  const bytes = buckets(limits.bytesPerSecond, limits.byteBurst, clock)
  const connects = buckets(limits.connectsPerMinute / 60, limits.connectBurst, clock)
  const lines = buckets(limits.refusalLinesPerMinute / 60, limits.refusalLinesPerMinute, clock)
  let notLogged = 0
  return {
    admitConnect: (terminal) => connects.take(terminal, 1),
    admitMessage: (terminal) => messages.take(terminal, 1),
    admitBytes: (terminal, count) => bytes.take(terminal, count),
    countRefusal(address) {
      if (!lines.take(address, 1)) {
        notLogged++
        return null
      }
      const summary = { notLogged }
      notLogged = 0
      return summary
    },
  }
}
