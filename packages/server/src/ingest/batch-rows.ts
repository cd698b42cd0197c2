import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { LifeRow } from '../storage/life-queries'
import type { Scan } from '../storage/scan'
import type { DueDay, DueHour } from '../storage/staged-queries'
import { hourOf } from './life-bits'
import type { PreparedMessage } from './read-cycle'
import type { WrittenMarks } from './written-marks'

export interface ConflictCount {
  readonly storeId: StoreId
  readonly terminal: TerminalId
  count: number
}

/** Everything that one transaction writes for a batch of messages, each key once and in the order of keys. */
export interface BatchRows {
  readonly scans: readonly Scan[]
  /** Scans that came twice within the batch. */
  readonly repeats: number
  readonly conflicts: Map<TerminalId, ConflictCount>
  readonly life: readonly LifeRow[]
  readonly dueHours: readonly DueHour[]
  readonly dueDays: readonly DueDay[]
  readonly quarantined: readonly PreparedMessage[]
  ownerOf(scan: ScanName): TerminalId | undefined
}

/** The connection rate of a day goes no further than this behind the clock, so younger slots need no mark. */
export const COUNTING_LAG_MS = minutes(1)

const JUDGED_AFTER_PERIODS = 2

interface OwnedScan {
  readonly scan: Scan
  readonly terminal: TerminalId
}

type ScanName = Pick<Scan, 'storeId' | 'deviceId' | 'pointListId'> & { readonly at: number }

export function scanKey(scan: ScanName): string {
  return `${scan.storeId}/${scan.deviceId}/${scan.pointListId}/${scan.at}`
}

/** @param now instant of this attempt: what counts as over changes while a batch is tried again */
export function batchRows(
  messages: readonly PreparedMessage[],
  now: EpochMs,
  marks: WrittenMarks,
): BatchRows {
  const sent: OwnedScan[] = []
  const conflicts = new Map<TerminalId, ConflictCount>()
  const life = new Map<string, LifeRow>()
  const dueHours = new Map<string, DueHour>()
  const dueDays = new Map<string, DueDay>()

  for (const message of messages) {
    const { storeId } = message.points
    const periodsMs = new Set<number>()
    for (const scan of message.scans) {
      sent.push({ scan, terminal: message.terminal })
      periodsMs.add(1000 * message.points.periodSecondsOf(scan.deviceId))
    }
    if (periodsMs.size > 0 && message.at !== null) {
      const hourMs = hourOf(message.at)
      if (!marks.isHourMarked(storeId, hourMs, now)) dueHours.set(`${storeId}/${hourMs}`, { storeId, hourMs })
      addLateDays(dueDays, message, message.at, periodsMs, now)
    }
    for (const bits of message.life) {
      addLife(life, message, bits, marks)
      if (bits.told !== 0n) addToldDays(dueDays, message, now)
    }
  }
  const { scans, repeats } = onceEach(sent, conflicts)
  return {
    scans: scans.map(({ scan }) => scan),
    repeats,
    conflicts,
    life: [...life.values()].sort(
      (a, b) => a.storeId - b.storeId || compare(a.terminal, b.terminal) || a.hourMs - b.hourMs,
    ),
    dueHours: [...dueHours.values()].sort((a, b) => a.storeId - b.storeId || a.hourMs - b.hourMs),
    dueDays: [...dueDays.values()].sort((a, b) => a.storeId - b.storeId || compare(a.on, b.on)),
    quarantined: messages.filter((message) => message.problem !== null),
    ownerOf: ownersOf(scans),
  }
}

/** In the order of their keys. Of those with the same key the first that came counts, and sorting keeps their order. */
function onceEach(
  sent: readonly OwnedScan[],
  conflicts: Map<TerminalId, ConflictCount>,
): { readonly scans: readonly OwnedScan[]; readonly repeats: number } {
  const scans: OwnedScan[] = []
  for (const owned of sent.toSorted((a, b) => byKey(a.scan, b.scan))) {
    const { scan, terminal } = owned
    const first = scans.at(-1)
    if (first === undefined || byKey(first.scan, scan) !== 0) scans.push(owned)
    else if (!isSameScan(first.scan, scan)) countConflict(conflicts, scan.storeId, terminal)
  }
  return { scans, repeats: sent.length - scans.length }
}

/** Asked for the few that conflict, if any do, so that names are made then. */
function ownersOf(scans: readonly OwnedScan[]): BatchRows['ownerOf'] {
  let owners: ReadonlyMap<string, TerminalId> | null = null
  return (name) => {
    owners ??= new Map(scans.map(({ scan, terminal }) => [scanKey(scan), terminal]))
    return owners.get(scanKey(name))
  }
}

export function countConflict(
  conflicts: Map<TerminalId, ConflictCount>,
  storeId: StoreId,
  terminal: TerminalId,
): void {
  const known = conflicts.get(terminal)
  if (known) known.count++
  else conflicts.set(terminal, { storeId, terminal, count: 1 })
}

/** May the slot of this scan have been counted without it? */
function isCounted(at: number, periodMs: number, now: number): boolean {
  const slotEnd = (Math.floor(at / periodMs) + 1) * periodMs
  return slotEnd + JUDGED_AFTER_PERIODS * periodMs <= now
}

/** All scans of a message are of one cycle, so what its slots are depends on the periods of its devices alone. */
function addLateDays(
  days: Map<string, DueDay>,
  { points }: PreparedMessage,
  at: EpochMs,
  periodsMs: ReadonlySet<number>,
  now: number,
): void {
  for (const periodMs of periodsMs) {
    if (isCounted(at, periodMs, now)) addDay(days, points.storeId, slotDay(points.zone, at, periodMs))
  }
}

function slotDay(zone: string, at: number, periodMs: number): LocalDate {
  return localDateOf(zone, epochMs(Math.floor(at / periodMs) * periodMs))
}

/**
 * A told minute turns lost slots from host to device, also in a slot that began the day before. Slots younger than
 * two periods are not counted yet, so a slow cycle that tells its minute late marks nothing.
 */
function addToldDays(days: Map<string, DueDay>, message: PreparedMessage, now: number): void {
  const { storeId, zone, shortestPeriodSeconds, longestPeriodSeconds } = message.points
  const { at } = message
  if (at === null || at + JUDGED_AFTER_PERIODS * 1000 * shortestPeriodSeconds > now) return
  addDay(days, storeId, localDateOf(zone, at))
  addDay(days, storeId, localDateOf(zone, later(at, -1000 * longestPeriodSeconds)))
}

function addDay(days: Map<string, DueDay>, storeId: StoreId, on: LocalDate): void {
  days.set(`${storeId}/${on}`, { storeId, on })
}

function addLife(
  life: Map<string, LifeRow>,
  message: PreparedMessage,
  bits: { hourMs: number; live: bigint; told: bigint },
  marks: WrittenMarks,
): void {
  const fresh = marks.freshLife(message.terminal, bits)
  if (fresh.live === 0n && fresh.told === 0n) return
  const key = `${message.terminal}/${bits.hourMs}`
  const known = life.get(key)
  if (known) {
    known.live |= fresh.live
    known.told |= fresh.told
  } else {
    life.set(key, {
      storeId: message.points.storeId,
      terminal: message.terminal,
      hourMs: bits.hourMs,
      ...fresh,
    })
  }
}

function isSameScan(a: Scan, b: Scan): boolean {
  return isSameColumn(a.values, b.values) && isSameColumn(a.counters, b.counters)
}

function isSameColumn(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    // NaN is missing in both
    if (!Object.is(a[i], b[i])) return false
  }
  return true
}

function byKey(a: ScanName, b: ScanName): number {
  return a.storeId - b.storeId || a.deviceId - b.deviceId || a.pointListId - b.pointListId || a.at - b.at
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
