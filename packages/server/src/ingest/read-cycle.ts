import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import {
  qualityOf,
  type ReadingRow,
  readingsMessage,
  readReadings,
  type SentCycle,
} from '@coldkeep/contract/mqtt/readings'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import type { PointList, TerminalPoints } from '@coldkeep/domain/intake/terminal-points'
import { type LifeBits, lifeBits } from '@coldkeep/domain/points/life-bits'
import { quality, qualityGroup } from '@coldkeep/domain/points/reading'
import type { Scan } from '@coldkeep/domain/points/scan'
import { days, type EpochMs } from '@coldkeep/domain/time/instant'
import type { IncomingMessage } from '../messages/message-source'
import { FUTURE_MS, isBelievable, nameOf, type Receipt } from '../messages/receipt'

/** What is to be done for one message. */
export interface PreparedMessage {
  readonly message: IncomingMessage
  readonly terminal: TerminalId
  readonly points: TerminalPoints
  readonly receivedAt: EpochMs
  /** Start of the cycle; null where it cannot be read or believed. */
  readonly at: EpochMs | null
  readonly scans: readonly Scan[]
  readonly life: readonly LifeBits[]
  /** `null` when the message is too damaged to be named. */
  readonly receipt: Receipt | null
  readonly problem: IngestProblem | null
}

const LONGEST_AGE_MS = days(3_650)

/** Messages that are read once, before their batch is stored, so that a retry costs no second reading. */
export type ReadMessage =
  | { readonly ok: true; readonly cycle: SentCycle }
  | { readonly ok: false; readonly problem: IngestProblem; readonly receipt: Receipt | null }

export function readIncoming(bytes: Uint8Array): ReadMessage {
  const read = readMessage(readingsMessage, bytes)
  if (read.ok) return { ok: true, cycle: readReadings(read.value) }
  return { ok: false, problem: read.problem, receipt: nameOf(bytes, read.problem) }
}

/**
 * Turns a message into scans. Points of no list are left out and named E_POINT; the rest is kept.
 * @param released a person has released it: its age does not matter
 */
export function prepareMessage(
  message: IncomingMessage,
  read: ReadMessage,
  points: TerminalPoints,
  receivedAt: EpochMs,
  released?: { readonly believedAt: EpochMs },
): PreparedMessage {
  const common = { message, terminal: message.terminal, points, receivedAt, at: null }
  const isLive = message.channel === 'live'
  if (!read.ok) {
    return { ...common, scans: [], life: [], receipt: read.receipt, problem: read.problem }
  }
  const { cycle } = read
  const receipt = { epoch: cycle.epoch, sequence: cycle.sequence }
  const isTimely = released ? isReleasable(cycle.at, released.believedAt) : isBelievable(cycle.at, receivedAt)
  if (!isTimely) {
    const life = isLive ? lifeBits(receivedAt, receivedAt, true) : []
    return { ...common, scans: [], life, receipt: { ...receipt, problem: 'E_TIME' }, problem: 'E_TIME' }
  }
  const { scans, isComplete } = scansOf(cycle, points, receivedAt)
  const problem = isComplete ? null : 'E_POINT'
  return {
    ...common,
    at: cycle.at,
    scans,
    life: lifeBits(cycle.at, receivedAt, isLive),
    receipt: { ...receipt, problem },
    problem,
  }
}

/** The message as one that was taken and will never be stored: it is answered, and kept as it came. */
export function setAside({
  message,
  terminal,
  points,
  receivedAt,
  receipt,
}: PreparedMessage): PreparedMessage {
  const problem = 'E_FORM'
  const common = { message, terminal, points, receivedAt, at: null, scans: [], life: [] }
  return { ...common, receipt: receipt && { ...receipt, problem }, problem }
}

/** Age does not matter when a person releases it; but nothing was measured before there were such boxes. */
function isReleasable(at: number, now: EpochMs): boolean {
  return at <= now + FUTURE_MS && at >= now - LONGEST_AGE_MS
}

interface Draft {
  readonly list: PointList
  readonly values: Float32Array
  readonly counters: Float64Array
  readonly quality: Uint8Array
  readonly isSet: Uint8Array
}

function scansOf(cycle: SentCycle, points: TerminalPoints, receivedAt: EpochMs) {
  const drafts = new Map<number, Draft>()
  const shared: ReadingRow[] = []
  let isComplete = true
  let index = -1
  for (const row of cycle.rows) {
    index = points.find(row[0] as PointId, index + 1)
    if (index < 0) isComplete = false
    else if (points.countAt(index) > 1) shared.push(row)
    else put(draftOf(drafts, points, points.listAt(index)), points.placeAt(index), row)
  }
  for (const row of shared) putShared(drafts, points, row)
  const scans: Scan[] = []
  for (const { list, values, counters, quality: codes } of drafts.values()) {
    const { deviceId, pointListId } = list
    const isAllGood = codes.every((code) => code === quality.good)
    scans.push({
      storeId: points.storeId,
      deviceId,
      pointListId,
      at: cycle.at,
      values,
      counters,
      quality: isAllGood ? null : codes,
      receivedAt,
    })
  }
  return { scans, isComplete }
}

/** A point that two scripts read goes to the list this message fills anyway, else to the shortest one. */
function putShared(drafts: Map<number, Draft>, points: TerminalPoints, row: ReadingRow): void {
  const first = points.find(row[0] as PointId, 0)
  let best = first
  let lowest = Number.POSITIVE_INFINITY
  for (let index = first; index < first + points.countAt(first); index++) {
    const list = points.listAt(index)
    const lengths = points.lists[list]
    const length = (lengths?.valuePoints.length ?? 0) + (lengths?.counterPoints.length ?? 0)
    const rank = drafts.has(list) ? length - 1_000_000 : length
    if (rank >= lowest) continue
    lowest = rank
    best = index
  }
  put(draftOf(drafts, points, points.listAt(best)), points.placeAt(best), row)
}

function draftOf(drafts: Map<number, Draft>, points: TerminalPoints, number: number): Draft {
  const known = drafts.get(number)
  if (known) return known
  const list = points.lists[number]
  if (!list) throw new RangeError(`point list ${number} of ${points.lists.length}`)
  const width = list.valuePoints.length + list.counterPoints.length
  const draft: Draft = {
    list,
    values: new Float32Array(list.valuePoints.length).fill(Number.NaN),
    counters: new Float64Array(list.counterPoints.length).fill(Number.NaN),
    // what the message does not hold was not answered
    quality: new Uint8Array(width).fill(quality.timeout),
    isSet: new Uint8Array(width),
  }
  drafts.set(number, draft)
  return draft
}

/** The first value of a point in a message counts. Bad readings have no value, whatever was sent. */
function put(draft: Draft, place: number, row: ReadingRow): void {
  if (draft.isSet[place]) return
  draft.isSet[place] = 1
  const isCounter = place >= draft.values.length
  // adding 0 turns -0 into 0
  const sent = (row[2] ?? Number.NaN) + 0
  const stored = isCounter ? sent : Math.fround(sent)
  const sentQuality = qualityOf(row)
  const isBad = qualityGroup(sentQuality) === 'bad'
  if (isBad || Number.isFinite(stored)) draft.quality[place] = sentQuality
  else draft.quality[place] = Number.isNaN(stored) ? quality.format : quality.outOfRange
  if (isBad || !Number.isFinite(stored)) return
  if (isCounter) draft.counters[place - draft.values.length] = stored
  else draft.values[place] = stored
}
