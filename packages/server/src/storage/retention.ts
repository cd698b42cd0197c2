import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  isLocalDate,
  type LocalDate,
} from '@coldkeep/domain/time/local-date'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { dropPartition, limitLockWait, partitionsOf } from './partition-queries'
import { utcDayOf } from './partitions'
import { isDayDue } from './retention-queries'

/** How long readings are kept as they came, and packed. */
export interface Retention {
  readonly scanDays: number
  readonly hourMonths: number
}
export const defaultRetention: Retention = { scanDays: 45, hourMonths: 24 }

/** Thrown inside the transaction that drops a day when it turns out to have readings that are not packed. */
class DayStillDue extends Error {}

/**
 * Drops days of scans and months of packed hours that are past their retention. A day of which any hour is
 * still to be packed stays, however old.
 * @returns names of what was dropped
 */
export async function dropOldReadings(
  db: Db,
  now: EpochMs,
  retention: Retention,
  log: Logger,
): Promise<string[]> {
  const dropped: string[] = []
  const keepFrom = addDays(utcDayOf(now), -retention.scanDays)
  for (const name of [...(await partitionsOf(db, 'scan'))].sort()) {
    const on = dayOf(name)
    if (on === null || on >= keepFrom) continue
    if (await dropScanDay(db, name, on)) dropped.push(name)
    else log.warn({ partition: name }, 'old readings are not packed yet and stay')
  }
  const keepMonth = oldestKeptMonth(now, retention)
  for (const name of [...(await partitionsOf(db, 'device_hour'))].sort()) {
    const month = monthOf(name)
    if (month === null || month >= keepMonth) continue
    await dropPartition(db, name)
    dropped.push(name)
  }
  return dropped
}

/** Readings from here on are still there by now, as far as any came. */
export function readingsKeptFrom(now: EpochMs, retention: Retention = defaultRetention): EpochMs {
  return epochMs(Date.parse(oldestKeptMonth(now, retention)))
}

/** Its first day. */
function oldestKeptMonth(now: EpochMs, { hourMonths }: Retention): LocalDate {
  return monthsBefore(utcDayOf(now), hourMonths)
}

async function dropScanDay(db: Db, name: string, on: LocalDate): Promise<boolean> {
  if (await isDayDue(db, on)) return false
  try {
    await db.transaction().execute(async (trx) => {
      await limitLockWait(trx)
      await dropPartition(trx, name)
      // Dropping has waited for those who were storing readings of that day; now their marks can be seen.
      if (await isDayDue(trx, on)) throw new DayStillDue()
    })
    return true
  } catch (error) {
    if (error instanceof DayStillDue) return false
    throw error
  }
}

function dayOf(partition: string): LocalDate | null {
  const text = partition.slice('scan_'.length).replaceAll('_', '-')
  return partition.startsWith('scan_') && isLocalDate(text) ? text : null
}

function monthOf(partition: string): LocalDate | null {
  const text = `${partition.slice('device_hour_'.length).replaceAll('_', '-')}-01`
  return partition.startsWith('device_hour_') && isLocalDate(text) ? text : null
}

/** First day of the month that is this many months earlier. */
function monthsBefore(on: LocalDate, months: number): LocalDate {
  const at = new Date(`${on.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return dateOfDayNumber(dayNumber(at.toISOString().slice(0, 10) as LocalDate))
}
