import { hashPath } from '../random'

/** A message that the server has not confirmed yet. */
export interface OutboxMessage {
  readonly sequence: number
  readonly atMs: number
  readonly bytes: Uint8Array
  /** `back` once it has missed its moment: it then waits for the server's grant, which `res` never needs. */
  channel: 'live' | 'back' | 'res'
  /** 0: not sent on this connection. */
  tries: number
  /** When it is sent again unless confirmed. */
  dueMs: number
}

/** Messages in memory, oldest first. A simulated terminal loses them with its process. */
export interface LiveOutbox {
  readonly epoch: string
  readonly messages: OutboxMessage[]
  nextSequence: number
  grantedMessages: number
  grantedUntilMs: number
}

const LIVE_WINDOW = 4
const FIRST_RESEND_MS = 20_000
const LONGEST_RESEND_MS = 300_000
const MOST_MESSAGES = 2000

/** @param startedMs two runs of the same terminal must not share an epoch, since both count from 1. */
export function makeOutbox(terminalId: string, startedMs: number): LiveOutbox {
  const text = (hashPath([terminalId, startedMs]) >>> 0).toString(36).padStart(8, '0')
  return { epoch: text.slice(-8), messages: [], nextSequence: 1, grantedMessages: 0, grantedUntilMs: 0 }
}

/** Adds a message; it is live if it can go at once. The oldest are dropped when there are too many. */
export function append(outbox: LiveOutbox, atMs: number, isConnected: boolean, bytes: Uint8Array): void {
  const isLive = isConnected && onTheirWay(outbox, 'live') < LIVE_WINDOW
  outbox.messages.push({
    sequence: outbox.nextSequence,
    atMs,
    bytes,
    channel: isLive ? 'live' : 'back',
    tries: 0,
    dueMs: 0,
  })
  outbox.nextSequence++
  if (outbox.messages.length > MOST_MESSAGES) outbox.messages.shift()
}

/** Adds what became of a command. */
export function appendResult(outbox: LiveOutbox, atMs: number, bytes: Uint8Array): void {
  const sequence = outbox.nextSequence++
  outbox.messages.push({ sequence, atMs, bytes, channel: 'res', tries: 0, dueMs: 0 })
}

/** Removes what the server has stored, both ends of each range included. */
export function confirm(outbox: LiveOutbox, ranges: readonly (readonly [number, number])[]): void {
  const left = outbox.messages.filter(
    ({ sequence }) => !ranges.some(([first, last]) => sequence >= first && sequence <= last),
  )
  outbox.messages.splice(0, outbox.messages.length, ...left)
}

/** Nothing is on its way any more; what was, goes again as backlog. */
export function forgetFlights(outbox: LiveOutbox): void {
  outbox.grantedMessages = 0
  for (const message of outbox.messages) {
    if (message.channel === 'live') message.channel = 'back'
    message.tries = 0
  }
}

/**
 * The message that is to be sent now, marked as sent, or `null`: live ones first, then repeats that are due, then the
 * oldest of the backlog while the server's leave lasts.
 */
export function takeNext(outbox: LiveOutbox, nowMs: number, isHeld: boolean): OutboxMessage | null {
  const fresh = outbox.messages.find((message) => message.channel !== 'back' && message.tries === 0)
  const due = fresh ?? outbox.messages.find((message) => message.tries > 0 && message.dueMs <= nowMs)
  const mayBacklog =
    !isHeld && nowMs < outbox.grantedUntilMs && onTheirWay(outbox, 'back') < outbox.grantedMessages
  const next =
    due ??
    (mayBacklog
      ? outbox.messages.find((message) => message.channel === 'back' && message.tries === 0)
      : undefined)
  if (!next) return null
  next.dueMs = nowMs + Math.min(LONGEST_RESEND_MS, FIRST_RESEND_MS * 2 ** next.tries)
  next.tries++
  return next
}

/** Messages that wait for the server's leave. */
export function backlogOf(outbox: LiveOutbox): { readonly count: number; readonly oldestMs: number | null } {
  const waiting = outbox.messages.filter((message) => message.channel === 'back')
  return { count: waiting.length, oldestMs: waiting[0]?.atMs ?? null }
}

function onTheirWay(outbox: LiveOutbox, channel: OutboxMessage['channel']): number {
  let count = 0
  for (const message of outbox.messages) {
    if (message.channel === channel && (message.tries > 0 || channel === 'live')) count++
  }
  return count
}
