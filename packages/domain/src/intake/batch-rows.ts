import { daysOfLateCycle, daysToRecount, type PolledDevices } from '../analysis/recounted-days'
import type { DeviceId, StoreId, TerminalId } from '../ids'
import { hourOf } from '../points/alive-minutes'
import type { LifeBits } from '../points/life-bits'
import type { Scan } from '../points/scan'
import type { EpochMs } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import type { DueDay, DueHour, LifeRow } from './marks'
import type { WrittenMarks } from './written-marks'

/** What a message says of its terminal and of the devices that this polls. */
export interface ArrivedMessage {
  readonly terminal: TerminalId
  readonly points: PolledDevices & {
    readonly storeId: StoreId
    /** Shortest poll period of a device. */
    periodSecondsOf(deviceId: DeviceId): number
  }
  /** Start of the cycle; null where it cannot be read or believed. */
  readonly at: EpochMs | null
  readonly scans: readonly Scan[]
  readonly life: readonly LifeBits[]
  /** What is wrong with it; `null`: nothing. */
  readonly problem: unknown
}

export interface ConflictCount {
  readonly storeId: StoreId
  readonly terminal: TerminalId
  count: number
}

/** Everything that one transaction writes for a batch of messages, each key once and in the order of keys. */
export interface BatchRows<Message> {
  readonly scans: readonly Scan[]
  /** Scans that came twice within the batch. */
  readonly repeats: number
  readonly conflicts: Map<TerminalId, ConflictCount>
  readonly life: readonly LifeRow[]
  readonly dueHours: readonly DueHour[]
  readonly dueDays: readonly DueDay[]
  readonly quarantined: readonly Message[]
  ownerOf(scan: ScanName): TerminalId | undefined
}

interface OwnedScan {
  readonly scan: Scan
  readonly terminal: TerminalId
}

type ScanName = Pick<Scan, 'storeId' | 'deviceId' | 'pointListId'> & { readonly at: number }

export function scanKey(scan: ScanName): string {
  return `${scan.storeId}/${scan.deviceId}/${scan.pointListId}/${scan.at}`
}

/** @param now instant of this attempt: what counts as over changes while a batch is tried again */
export function batchRows<Message extends ArrivedMessage>(
  messages: readonly Message[],
  now: EpochMs,
  marks: WrittenMarks,
): BatchRows<Message> {
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
      addDays(dueDays, storeId, daysOfLateCycle(message.points.zone, message.at, periodsMs, now))
    }
    for (const bits of message.life) {
      addLife(life, message, bits, marks)
      if (bits.reported !== 0n && message.at !== null) {
        addDays(dueDays, storeId, daysToRecount(message.points, message.at, now))
      }
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

/** Called for the few that conflict, if any do, so that names are made then. */
function ownersOf(scans: readonly OwnedScan[]): BatchRows<never>['ownerOf'] {
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

function addDays(days: Map<string, DueDay>, storeId: StoreId, dates: readonly LocalDate[]): void {
  for (const on of dates) days.set(`${storeId}/${on}`, { storeId, on })
}

function addLife(
  life: Map<string, LifeRow>,
  message: ArrivedMessage,
  bits: LifeBits,
  marks: WrittenMarks,
): void {
  const fresh = marks.freshLife(message.terminal, bits)
  if (fresh.live === 0n && fresh.reported === 0n) return
  const key = `${message.terminal}/${bits.hourMs}`
  const known = life.get(key)
  if (known) {
    known.live |= fresh.live
    known.reported |= fresh.reported
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
