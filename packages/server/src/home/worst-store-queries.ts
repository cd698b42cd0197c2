import { priorities, rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import { shownStoreDays } from '../analysis/shown-day-queries'
import type { Db } from '../db/connect'
import { homeDays } from './parts'

/** What is wrong in a store now. */
export interface StoreTroubles {
  readonly storeId: StoreId
  readonly departmentId: DepartmentId
  readonly name: string
  /** IANA time zone. */
  readonly zone: string
  /** Since when its terminal has been silent. */
  readonly hostLostSince: EpochMs | null
  readonly criticalAlarms: number
  readonly highAlarms: number
  /** The oldest of the highest priority among them. */
  readonly firstAlarmId: AlarmId | null
  /** Devices whose food was not safe yesterday. */
  readonly breaches: number
  /** Devices of the lowest class of health today. */
  readonly poorDevices: number
  /** The lowest score of its devices now. */
  readonly score: number | null
}

/** How much each trouble weighs against the others. */
const weights = { hostLost: 8, critical: 10, high: 3, breach: 5, poor: 2 } as const
const MOST_STORES = 10

/** Stores that need attention, the most urgent first. */
export async function selectWorstStores(db: Db, scope: Scope, now: EpochMs): Promise<StoreTroubles[]> {
  const { first, last } = await homeDays(db, scope, now)
  const [critical, high] = priorities.slice(0, 2).map(rankOf)
  const alarms = db
    .selectFrom('alarm')
    .where(isShown(scope, 'alarm'))
    .where('clearedAt', 'is', null)
    .where('returnedAt', 'is', null)
    .where('isSuppressed', '=', false)
    .where('priority', '<=', high ?? 2)
    .select([
      'storeId',
      sql<number>`count(*) filter (where priority = ${critical})::int`.as('critical'),
      sql<number>`count(*) filter (where priority = ${high})::int`.as('high'),
      sql<AlarmId>`(array_agg(alarm_id order by priority, raised_at, alarm_id))[1]`.as('firstId'),
    ])
    .groupBy('storeId')
    .as('alarms')
  const lost = db
    .selectFrom('terminalState')
    .where('hostLostSince', 'is not', null)
    .select(({ fn }) => ['storeId', fn.min('hostLostSince').as('since')])
    .groupBy('storeId')
    .as('lost')
  const breaches = db
    .selectFrom(shownStoreDays('temperature', scope, { first, last }))
    .where('on', '>=', first)
    .where('on', '<', last)
    .where('breach', '>', 0)
    .select(['storeId', sql<number>`max(breach)::int`.as('breaches')])
    .groupBy('storeId')
    .as('breaches')
  const poor = db
    .selectFrom(shownStoreDays('health', scope, { first, last }))
    .where('on', '=', last)
    .where('poor', '>', 0)
    .select(['storeId', sql<number>`max(poor)::int`.as('poor')])
    .groupBy('storeId')
    .as('poorly')
  const urgency = sql<number>`
    coalesce(alarms.critical, 0) * ${sql.lit(weights.critical)} + coalesce(alarms.high, 0) * ${sql.lit(weights.high)}
    + (case when lost.since is null then 0 else ${sql.lit(weights.hostLost)} end)
    + coalesce(breaches.breaches, 0) * ${sql.lit(weights.breach)} + coalesce(poorly.poor, 0) * ${sql.lit(weights.poor)}`
  return db
    .selectFrom('store')
    .leftJoin(alarms, 'alarms.storeId', 'store.storeId')
    .leftJoin(lost, 'lost.storeId', 'store.storeId')
    .leftJoin(breaches, 'breaches.storeId', 'store.storeId')
    .leftJoin(poor, 'poorly.storeId', 'store.storeId')
    .where(isInScope(scope))
    .where(urgency, '>', 0)
    .select([
      'store.storeId',
      'store.departmentId',
      'store.name',
      'store.zone',
      'lost.since as hostLostSince',
      sql<number>`coalesce(alarms.critical, 0)`.as('criticalAlarms'),
      sql<number>`coalesce(alarms.high, 0)`.as('highAlarms'),
      'alarms.firstId as firstAlarmId',
      sql<number>`coalesce(breaches.breaches, 0)`.as('breaches'),
      sql<number>`coalesce(poorly.poor, 0)`.as('poorDevices'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('deviceHealth')
        .select(({ fn }) => fn.min('deviceHealth.score').as('lowest'))
        .whereRef('deviceHealth.storeId', '=', 'store.storeId')
        .where(isShown(scope, 'deviceHealth'))
        .as('score'),
    )
    .orderBy(urgency, 'desc')
    .orderBy('store.name')
    .limit(MOST_STORES)
    .execute()
}
