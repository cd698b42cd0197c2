import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { readingsMessage } from '@coldkeep/contract/mqtt/readings'
import { days, type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { DiskStore, MarkName, Thinned } from './disk-store'
import { type Gap, type GapManner, gapMessage, gapOf } from './gap'
import type { OutboxRow } from './outbox-row'

/** Younger readings are not thinned: they are what a repair wants to see in full. */
const THIN_AFTER_MS = days(7)
const LIMIT_AGE_MS = days(90)
/** What is too old goes in pieces of this length, each with one event. */
const AGE_STEP_MS = hours(6)
/** So many messages are looked through at once: the bus must not wait for it. */
const LOOKED_THROUGH = 1_000
/** So many messages at least go at once: each removal is a commit and an event. */
const FEWEST_DROPPED = 16
const DROPPED_SHARE = 0.01

interface Thinning {
  readonly slotMs: number
  readonly how: GapManner
  readonly mark: MarkName
}

const thinnings: readonly Thinning[] = [
  { slotMs: minutes(15), how: 'one_per_15_min', mark: 'thinned 15 min' },
  { slotMs: hours(1), how: 'one_per_hour', mark: 'thinned 1 h' },
]

export interface Room {
  readonly limitBytes: number
  readonly now: EpochMs
  /** Without it nothing is known to be old, and the oldest go. */
  readonly isClockTrusted: boolean
  /** Called for each gap with the event that lies in the outbox for it. */
  recordGap(gap: Gap, event: OutboxRow): void
}

/**
 * Keeps the outbox within its limits. Old readings are thinned first, then dropped, events and results last.
 * Every step is one commit together with its event: whenever the process ends, each message is either there
 * or reported once.
 */
export async function makeRoom(disk: DiskStore, room: Room): Promise<void> {
  if (room.isClockTrusted) await dropAged(disk, room)
  // the last one may be the event that this very loop has made
  while (disk.usedBytes > room.limitBytes && disk.count > 1) {
    if (room.isClockTrusted && (await thinOnce(disk, room))) continue
    const some = Math.max(FEWEST_DROPPED, Math.ceil(DROPPED_SHARE * disk.count))
    const readings = disk.oldest(some, () => true)
    await giveUp(disk, room, 'dropped', readings.length > 0 ? readings : disk.oldestReports(some, () => true))
  }
}

async function dropAged(disk: DiskStore, room: Room): Promise<void> {
  const [oldest] = disk.oldest(1, () => true)
  if (oldest === undefined || oldest.at >= later(room.now, -LIMIT_AGE_MS)) return
  const keptFrom = later(room.now, AGE_STEP_MS - LIMIT_AGE_MS)
  for (;;) {
    const rows = disk.oldest(LOOKED_THROUGH, () => true)
    const kept = rows.findIndex((row) => row.at >= keptFrom)
    const aged = kept < 0 ? rows : rows.slice(0, kept)
    if (aged.length === 0) return
    await giveUp(disk, room, 'dropped', aged)
  }
}

/** One piece of the thinning that is due. @returns false when there is nothing left to thin */
async function thinOnce(disk: DiskStore, room: Room): Promise<boolean> {
  for (const { slotMs, how, mark } of thinnings) {
    for (;;) {
      // whole slots only, so that none is judged by a part of it
      const before = slotOf(later(room.now, -THIN_AFTER_MS), slotMs) * slotMs
      const rows = wholeSlots(disk.readingsAfter(disk.mark(mark), LOOKED_THROUGH), slotMs, epochMs(before))
      const last = rows.at(-1)
      if (last === undefined) break
      const given = surplus(rows, slotMs)
      const kept = rows.filter((row) => !given.has(row))
      await giveUp(disk, room, how, [...given], { mark, upTo: disk.placeOf(last), kept })
      if (given.size > 0) return true
    }
  }
  return false
}

async function giveUp(
  disk: DiskStore,
  room: Room,
  how: GapManner,
  rows: readonly OutboxRow[],
  thinned?: Thinned,
): Promise<void> {
  let gap: Gap | null = null
  const event = await disk.giveUp(
    rows,
    room.now,
    (given) => {
      gap = gapOf(how, given)
      return gapMessage(room.now, gap)
    },
    thinned,
  )
  if (event !== null && gap !== null) room.recordGap(gap, event)
}

/** The rows up to an instant, without the last slot where its end is not among them. */
function wholeSlots(rows: readonly OutboxRow[], slotMs: number, before: EpochMs): readonly OutboxRow[] {
  const end = rows.findIndex((row) => row.at >= before)
  if (end >= 0) return rows.slice(0, end)
  if (rows.length < LOOKED_THROUGH) return rows
  const lastSlot = slotOf(rows.at(-1)?.at ?? before, slotMs)
  const cut = rows.findIndex((row) => slotOf(row.at, slotMs) === lastSlot)
  return cut > 0 ? rows.slice(0, cut) : rows
}

/** All but the first message of each kind in its slot. */
function surplus(rows: readonly OutboxRow[], slotMs: number): Set<OutboxRow> {
  const kept = new Set<string>()
  const given = rows.filter((row) => {
    const key = `${slotOf(row.at, slotMs)} ${contentOf(row)}`
    if (kept.has(key)) return true
    kept.add(key)
    return false
  })
  return new Set(given)
}

/** Cycles of one script name the same points; a sign of life names none. */
function contentOf({ body }: OutboxRow): string {
  const read = readMessage(readingsMessage, body)
  if (!read.ok) return 'unreadable'
  const { r } = read.value
  return `${r.length} ${r[0]?.[0]} ${r.at(-1)?.[0]}`
}

function slotOf(at: EpochMs, slotMs: number): number {
  return Math.floor(at / slotMs)
}
