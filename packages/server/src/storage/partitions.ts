import { addDays, dateOfDayNumber, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../db/connect'
import { createPartition, partitionsOf } from './partition-queries'

/** Scans are kept by UTC day, packed hours by UTC month. A missing partition refuses rows, so they are made ahead. */
const DAYS_AHEAD = 3
const MONTHS_AHEAD = 1
const DAY_MS = 86_400_000

export function utcDayOf(atMs: number): LocalDate {
  return dateOfDayNumber(Math.floor(atMs / DAY_MS))
}

/** First day of the month that holds the instant. */
function utcMonthOf(atMs: number): LocalDate {
  return `${utcDayOf(atMs).slice(0, 8)}01` as LocalDate
}

function scanPartition(on: LocalDate): string {
  return `scan_${on.replaceAll('-', '_')}`
}

function hourPartition(month: LocalDate): string {
  return `device_hour_${month.slice(0, 7).replace('-', '_')}`
}

/** Makes the partitions from today on, as the server does daily. */
export async function createPartitionsAhead(db: Db, nowMs: number): Promise<void> {
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => nowMs + day * DAY_MS)
  await createScanPartitions(db, [nowMs - DAY_MS, ...ahead])
  await createHourPartitions(db, [nowMs - DAY_MS, nowMs, nowMs + MONTHS_AHEAD * 31 * DAY_MS])
}

/** Makes the partitions that scans of these instants need. Not for a transaction that writes readings. */
export async function createScanPartitions(db: Db, instantsMs: Iterable<number>): Promise<void> {
  const days = new Set(Array.from(instantsMs, utcDayOf))
  const existing = await partitionsOf(db, 'scan')
  for (const on of [...days].sort()) {
    const name = scanPartition(on)
    if (!existing.has(name)) await createPartition(db, 'scan', name, on, addDays(on, 1))
  }
}

export async function createHourPartitions(db: Db, instantsMs: Iterable<number>): Promise<void> {
  const months = new Set(Array.from(instantsMs, utcMonthOf))
  const existing = await partitionsOf(db, 'device_hour')
  for (const month of [...months].sort()) {
    const name = hourPartition(month)
    const next = `${addDays(month, 31).slice(0, 8)}01` as LocalDate
    if (!existing.has(name)) await createPartition(db, 'device_hour', name, month, next)
  }
}

/** Remembers which days have their partition, so that the hot path queries the database only for new ones. */
export interface KnownDays {
  /** Makes what is missing for these instants. */
  ensure(db: Db, instantsMs: Iterable<number>): Promise<void>
  /** After a partition turned out to be gone. */
  forget(): void
}

export function knownDays(): KnownDays {
  const known = new Set<number>()
  return {
    async ensure(db, instantsMs) {
      const missing: number[] = []
      for (const at of instantsMs) {
        const day = Math.floor(at / DAY_MS)
        if (!known.has(day)) missing.push(at)
      }
      if (missing.length === 0) return
      await createScanPartitions(db, missing)
      for (const at of missing) known.add(Math.floor(at / DAY_MS))
    },
    forget: () => known.clear(),
  }
}
