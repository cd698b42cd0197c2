import type { HealthHint } from '@coldkeep/domain/analysis/fault-signatures'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import { areaDays } from '../analysis/summed-day-queries'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'

/** Devices of the stores of one zone on one day by class. */
export interface ZoneHealth {
  readonly zone: string
  readonly on: LocalDate
  readonly good: number
  readonly fair: number
  readonly watch: number
  readonly poor: number
  readonly noScore: number
  readonly computedAt: EpochMs
}

export interface WorstDevice {
  readonly storeName: string
  readonly deviceName: string
  readonly score: number
  readonly hint: HealthHint | null
}

export async function selectZoneHealth(
  db: Db,
  scope: Scope,
  days: { readonly first: LocalDate; readonly last: LocalDate },
): Promise<ZoneHealth[]> {
  const rows = await areaDays(db, 'health', { scope, ...days })
    .select(({ fn }) => [
      'day.zone',
      'day.on',
      sql<number>`sum(good)::float8`.as('good'),
      sql<number>`sum(fair)::float8`.as('fair'),
      sql<number>`sum(watch)::float8`.as('watch'),
      sql<number>`sum(poor)::float8`.as('poor'),
      sql<number>`sum(no_score)::float8`.as('noScore'),
      fn.max('day.computedAt').as('computedAt'),
    ])
    .groupBy(['day.zone', 'day.on'])
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

/** The devices with the lowest scores now, of those below a score, lowest first. */
export async function selectWorstDevices(
  db: Db,
  scope: Scope,
  below: number,
  limit: number,
): Promise<WorstDevice[]> {
  const rows = await db
    .selectFrom('store')
    .innerJoin('deviceHealth', 'deviceHealth.storeId', 'store.storeId')
    .innerJoin('device', sameIn('device', 'deviceHealth', 'storeId', 'deviceId'))
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .where('deviceHealth.score', '<', below)
    .select([
      'store.name as storeName',
      'device.name as deviceName',
      'deviceHealth.score',
      'deviceHealth.hint',
    ])
    .orderBy('deviceHealth.score')
    .orderBy('store.name')
    .limit(limit)
    .execute()
  return rows.flatMap(({ score, ...row }) => (score === null ? [] : [{ ...row, score }]))
}

/** Early warnings that are open. */
export async function countOpenWarnings(db: Db, scope: Scope): Promise<number> {
  const row = await db
    .selectFrom('store')
    .innerJoin('earlyWarning', 'earlyWarning.storeId', 'store.storeId')
    .where(isInScope(scope))
    .where(isShown(scope, 'earlyWarning'))
    .where('earlyWarning.clearedAt', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
