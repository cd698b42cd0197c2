import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { type DayFilter, type NamedDevice, storesOf, withNames } from '../filters/store-name-queries'
import type { DeviceHealthRow, EarlyWarningRow } from './health-queries'

/** What became of a warning: an alarm on the device followed within a week, none did, or the week is not over. */
export type WarningOutcome = 'hit' | 'miss' | 'waiting'

export interface WarningOfPeriod extends EarlyWarningRow, NamedDevice {
  /** Day of its store. */
  readonly on: LocalDate
  /** An alarm of the device was raised in the week after it. */
  readonly wasFollowed: boolean
}

/** Warnings that were raised on days of a period, in no order. */
export async function selectWarnings(db: Db, filter: DayFilter): Promise<WarningOfPeriod[]> {
  const on = sql<string>`(early_warning.raised_at at time zone store.zone)::date`
  const rows = await storesOf(db, filter)
    .innerJoin('earlyWarning', 'earlyWarning.storeId', 'store.storeId')
    .where(on, '>=', filter.first)
    .where(on, '<=', filter.last)
    .selectAll('earlyWarning')
    .select(({ exists, selectFrom }) => [
      on.as('on'),
      exists(
        selectFrom('alarm')
          .select('alarm.alarmId')
          .whereRef('alarm.storeId', '=', 'earlyWarning.storeId')
          .whereRef('alarm.deviceId', '=', 'earlyWarning.deviceId')
          .where('alarm.pointId', 'is not', null)
          .where('alarm.branch', 'in', ['low', 'high'])
          .whereRef('alarm.raisedAt', '>=', 'earlyWarning.raisedAt')
          .where(sql<boolean>`alarm.raised_at < early_warning.raised_at + interval '7 days'`),
      ).as('wasFollowed'),
    ])
    .execute()
  const warnings = rows.map((row) => ({
    ...row,
    on: localDate(row.on),
    wasFollowed: Boolean(row.wasFollowed),
  }))
  return withNames(db, filter, warnings)
}

/** How a device is now; null before its first score. */
export async function selectPresentHealth(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
): Promise<Pick<
  DeviceHealthRow,
  'scoredAt' | 'score' | 'class' | 'noScore' | 'losses' | 'hint' | 'frozenOn'
> | null> {
  const row = await db
    .selectFrom('deviceHealth')
    .select(['scoredAt', 'score', 'class', 'noScore', 'losses', 'hint', 'frozenOn'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirst()
  return row ?? null
}

/** Scores of a device over some days up to one of them, oldest first. */
export async function selectScoreCurve(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  last: LocalDate,
  days: number,
) {
  return db
    .selectFrom('scoreDay')
    .select(['firstAt', 'scores'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('on', '>', addDays(last, -days))
    .where('on', '<=', last)
    .orderBy('on')
    .execute()
}

/** The early warning of a device that was raised at an instant, or `null`. */
export async function selectWarning(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  kind: WarningKind,
  raisedAt: EpochMs,
): Promise<EarlyWarningRow | null> {
  const row = await db
    .selectFrom('earlyWarning')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('kind', '=', kind)
    .where('raisedAt', '=', raisedAt)
    .executeTakeFirst()
  return row ?? null
}
