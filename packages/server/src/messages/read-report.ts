import { type CommandResult, commandResult } from '@coldkeep/contract/mqtt/command'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { type TerminalEvent, terminalEvent } from '@coldkeep/contract/mqtt/event'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import { isStorableText } from '@coldkeep/contract/wire/storable-text'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { IncomingMessage } from './message-source'
import { isBelievable, nameOf, type Receipt } from './receipt'

interface Report {
  readonly storeId: StoreId
  readonly terminal: TerminalId
  readonly receivedAt: EpochMs
  /** That of the box, or that of reception where the box cannot be believed. */
  readonly at: EpochMs
}

export interface ArrivedEvent extends Report {
  readonly event: TerminalEvent
}

export interface ArrivedResult extends Report {
  readonly result: CommandResult
}

/** What is to be done for one message of `up/evt` or `up/res`. */
export interface PreparedReport {
  readonly message: IncomingMessage
  readonly terminal: TerminalId
  readonly points: { readonly storeId: StoreId }
  readonly receivedAt: EpochMs
  readonly event: ArrivedEvent | null
  readonly result: ArrivedResult | null
  /** `null` when the message is too damaged to be named. */
  readonly receipt: Receipt | null
  readonly problem: IngestProblem | null
}

const MAX_EVENT_DETAIL_LETTERS = 8_192
/** More than any answer of a terminal has, and far less than what ends a program that follows it down. */
const DEEPEST = 12

/** Reads an event or a result of a command; what cannot be kept is named with the reason. */
export function prepareReport(
  message: IncomingMessage,
  storeId: StoreId,
  receivedAt: EpochMs,
): PreparedReport {
  const { terminal } = message
  const common = { message, terminal, points: { storeId }, receivedAt, event: null, result: null }
  const placed = (at: number) => ({ storeId, terminal, receivedAt, at: believable(at, receivedAt) })
  const damaged = (problem: IngestProblem): PreparedReport => ({
    ...common,
    receipt: nameOf(message.bytes, problem),
    problem,
  })
  if (message.channel === 'evt') {
    const read = readMessage(terminalEvent, message.bytes)
    if (!read.ok) return damaged(read.problem)
    const event = read.value
    if (!isStorable(event.detail)) return damaged('E_FORM')
    if (JSON.stringify(event.detail).length > MAX_EVENT_DETAIL_LETTERS) return damaged('E_SIZE')
    return { ...common, event: { ...placed(event.at), event }, receipt: named(event), problem: null }
  }
  const read = readMessage(commandResult, message.bytes)
  if (!read.ok) return damaged(read.problem)
  const result = read.value
  if (!isStorable([result.out ?? null, result.err ?? null])) return damaged('E_FORM')
  return { ...common, result: { ...placed(result.at), result }, receipt: named(result), problem: null }
}

/** The report as one that was taken and will never be stored: it is answered, and kept as it came. */
export function setAside({ message, terminal, points, receivedAt, receipt }: PreparedReport): PreparedReport {
  const problem = 'E_FORM'
  const common = { message, terminal, points, receivedAt, event: null, result: null }
  return { ...common, receipt: receipt && { ...receipt, problem }, problem }
}

function named({ e, s }: { e: string; s: number }): Receipt {
  return { epoch: e, sequence: s, problem: null }
}

/** What happened at a box with a wrong clock happened nevertheless. */
function believable(at: number, receivedAt: EpochMs): EpochMs {
  return isBelievable(at, receivedAt) ? epochMs(at) : receivedAt
}

/** True when a database can keep it: no zero letters, no halves of letters, no depth without end. */
function isStorable(content: unknown): boolean {
  const waiting: { readonly part: unknown; readonly depth: number }[] = [{ part: content, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { part, depth } = next
    if (typeof part === 'string' && !isStorableText(part)) return false
    if (typeof part !== 'object' || part === null) continue
    if (depth === DEEPEST) return false
    for (const [name, value] of Object.entries(part)) {
      if (!isStorableText(name)) return false
      waiting.push({ part: value, depth: depth + 1 })
    }
  }
  return true
}
