import { type EpochMs, days as lengthOfDays } from '@coldkeep/domain/time/instant'
import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  isLocalDate,
  type LocalDate,
} from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { partitionsOf, utcDayOf } from './partitions'

/** How long readings are kept as they came, and packed. */
export interface Retention {
  readonly scanDays: number
  readonly hourMonths: number
}
export const defaultRetention: Retention = { scanDays: 45, hourMonths: 24 }

/** Signs of life are used as long as late readings are taken. */
const LIFE_DAYS = 400
const QUARANTINE_DAYS = 400
/** Of one terminal: a year of a box that is wrong now and then, and a share of the disk that one box may fill. */
const QUARANTINE_BYTES = 64 * 1024 * 1024

/** Thrown inside the transaction that drops a day when it turns out to have readings that are not packed. */
class DayStillDue extends Error {}

/**
 * Drops days of scans and months of packed hours that are older than they are kept. A day of which any hour is still
 * to be packed stays, however old.
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
  const keepMonth = monthsBefore(utcDayOf(now), retention.hourMonths)
  for (const name of [...(await partitionsOf(db, 'device_hour'))].sort()) {
    const month = monthOf(name)
    if (month === null || month >= keepMonth) continue
    await sql`drop table if exists ${sql.table(name)}`.execute(db)
    dropped.push(name)
  }
  return dropped
}

async function dropScanDay(db: Db, name: string, on: LocalDate): Promise<boolean> {
  if (await isDayDue(db, on)) return false
  try {
    await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx)
      await sql`drop table if exists ${sql.table(name)}`.execute(trx)
      // Dropping has waited for whoever was storing readings of that day; now their marks can be seen.
      if (await isDayDue(trx, on)) throw new DayStillDue()
    })
    return true
  } catch (error) {
    if (error instanceof DayStillDue) return false
    throw error
  }
}

async function isDayDue(db: Db, on: LocalDate): Promise<boolean> {
  const { rows } = await sql`
    select 1 as due from hour_due
    where hour >= ${`${on}T00:00:00Z`}::timestamptz and hour < ${`${addDays(on, 1)}T00:00:00Z`}::timestamptz
    limit 1`.execute(db)
  return rows.length > 0
}

/** Rows of one store that nothing reads any more. */
export async function deleteOldOfStore(db: Db, storeId: number, now: EpochMs): Promise<void> {
  const before = (count: number) => new Date(now - lengthOfDays(count)).toISOString()
  await sql`delete from terminal_hour
    where store_id = ${storeId} and hour < ${before(LIFE_DAYS)}::timestamptz`.execute(db)
  await sql`delete from quarantine
    where store_id = ${storeId} and received_at < ${before(QUARANTINE_DAYS)}::timestamptz`.execute(db)
  await deleteQuarantineBeyond(db, storeId, QUARANTINE_BYTES)
}

/** What was put aside of each terminal of a store beyond so many bytes, the oldest of it. */
export async function deleteQuarantineBeyond(db: Db, storeId: number, mostBytes: number): Promise<void> {
  await sql`
    delete from quarantine q using (
      select quarantine_id, sum(octet_length(body)) over (partition by terminal_id order by quarantine_id desc) as bytes
      from quarantine where store_id = ${storeId}) kept
    where q.store_id = ${storeId} and q.quarantine_id = kept.quarantine_id
      and kept.bytes > ${mostBytes}`.execute(db)
}

function dayOf(partition: string): LocalDate | null {
  const text = partition.slice('scan_'.length).replaceAll('_', '-')
  return partition.startsWith('scan_') && isLocalDate(text) ? text : null
}

function monthOf(partition: string): LocalDate | null {
  const text = `${partition.slice('device_hour_'.length).replaceAll('_', '-')}-01`
  return partition.startsWith('device_hour_') && isLocalDate(text) ? text : null
}

/** First day of the month that lies so many months earlier. */
function monthsBefore(on: LocalDate, months: number): LocalDate {
  const at = new Date(`${on.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return dateOfDayNumber(dayNumber(at.toISOString().slice(0, 10) as LocalDate))
}
