import type { alarmKinds } from '@coldkeep/contract/areas/alarms'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import type { AlarmState } from '@coldkeep/domain/alarms/open-alarm'
import { type Priority, rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Period } from '@coldkeep/domain/time/period'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { sameIn } from '../db/same-in'
import type { AlarmRecord } from './open-record-queries'
import { type GivenVerdict, verdictOn } from './warning-verdict-queries'

/** A record with the names of what it is about. */
export interface ShownAlarm extends AlarmRecord {
  readonly branch: (typeof alarmKinds)[number]
  readonly state: AlarmState
  readonly storeCode: string
  readonly storeName: string
  readonly timeZone: string
  readonly departmentId: DepartmentId
  readonly deviceName: string | null
  readonly deviceZone: TemperatureZone | null
  readonly pointName: string | null
  readonly hidden: number
  /** Of an early warning. */
  readonly verdict: GivenVerdict | null
}

export interface AlarmFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly deviceId: DeviceId | null
  readonly state: AlarmState | 'open' | 'all'
  readonly priority: Priority | null
  readonly since: EpochMs | null
}

function shownAlarms(db: Db, scope: Scope) {
  return db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .leftJoin('device', sameIn('device', 'alarm', 'storeId', 'deviceId'))
    .leftJoin('point', sameIn('point', 'alarm', 'storeId', 'pointId'))
    .selectAll('alarm')
    .select([
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone as timeZone',
      'store.departmentId',
      'device.name as deviceName',
      'device.zone as deviceZone',
      'point.name as pointName',
      sql<number>`case when alarm.branch = 'host_lost' and alarm.cleared_at is null then (
        select count(*)::int from alarm_watch w
        join device d on d.store_id = w.store_id and d.device_id = w.device_id
        where w.store_id = alarm.store_id and d.terminal_id = alarm.terminal_id and w.is_held
          and ${isShown(scope, 'd')}) else 0 end`.as('hidden'),
      sql<GivenVerdict | null>`case when alarm.branch = any(${[...warningKinds]}::text[]) then ${verdictOn(
        'alarm',
        {
          kind: 'branch',
          raisedAt: 'lastRaisedAt',
        },
      )} end`.as('verdict'),
    ])
    .$castTo<ShownAlarm>()
}

function reachesCleared(state: AlarmFilter['state']): boolean {
  return state === 'all' || state === 'cleared'
}

function matching(db: Db, filter: AlarmFilter) {
  const { scope, storeId, deviceId, state, priority, since } = filter
  return (
    shownAlarms(db, scope)
      .where(isInScope(scope))
      .where(isShown(scope, 'alarm'))
      .$if(storeId !== null, (query) => query.where('alarm.storeId', '=', storeId as StoreId))
      .$if(deviceId !== null, (query) => query.where('alarm.deviceId', '=', deviceId as DeviceId))
      // all states but one are of open alarms, which have an index of their own
      .$if(!reachesCleared(state), (query) => query.where('alarm.clearedAt', 'is', null))
      .$if(state !== 'open' && state !== 'all', (query) => query.where('alarm.state', '=', state))
      .$if(priority !== null, (query) => query.where('alarm.priority', '=', rankOf(priority as Priority)))
      .$if(since !== null, (query) => query.where('alarm.raisedAt', '>=', since as EpochMs))
  )
}

/** A page of alarms. Open ones come by urgency, the oldest first; where cleared ones are among them, the newest. */
export async function selectAlarms(
  db: Db,
  filter: AlarmFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ShownAlarm[]> {
  const byTime = reachesCleared(filter.state)
  return matching(db, filter)
    .$if(!byTime, (query) => query.orderBy('alarm.priority').orderBy('alarm.raisedAt'))
    .$if(byTime, (query) => query.orderBy('alarm.raisedAt', 'desc'))
    .orderBy('alarm.storeId')
    .orderBy('alarm.alarmId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/** How many alarms all pages have. */
export async function countMatching(db: Db, filter: AlarmFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Alarms that are not among the caller's stores are left out. */
export function selectAlarmsById(db: Db, scope: Scope, ids: readonly AlarmId[]): Promise<ShownAlarm[]> {
  return shownAlarms(db, scope)
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .where(sql<boolean>`alarm.alarm_id = any(${ids}::bigint[])`)
    .execute()
}

/** Alarms of a store that were active at any time of a period, in the order in which they began. */
export function selectAlarmsDuring(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  { startAt, endAt }: Period,
): Promise<ShownAlarm[]> {
  return shownAlarms(db, scope)
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .where('alarm.storeId', '=', storeId)
    .where('alarm.startedAt', '<', endAt)
    .where((is) => is.or([is('alarm.clearedAt', 'is', null), is('alarm.clearedAt', '>=', startAt)]))
    .orderBy('alarm.startedAt')
    .orderBy('alarm.alarmId')
    .execute()
}

export interface OpenCount {
  readonly priority: number
  readonly state: AlarmState
  readonly alarms: number
}

/** Open alarms by priority and state. */
export async function selectOpenCounts(db: Db, scope: Scope, storeId: StoreId | null): Promise<OpenCount[]> {
  return db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select(['alarm.priority', 'alarm.state', sql<number>`count(*)::int`.as('alarms')])
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .$if(storeId !== null, (query) => query.where('alarm.storeId', '=', storeId as StoreId))
    .where('alarm.clearedAt', 'is', null)
    .groupBy(['alarm.priority', 'alarm.state'])
    .$castTo<OpenCount>()
    .execute()
}

/** How many open alarms have been active since before an instant, and how many were raised after another. */
export async function selectAgeCounts(
  db: Db,
  scope: Scope,
  storeId: StoreId | null,
  { staleBefore, newAfter }: { readonly staleBefore: EpochMs; readonly newAfter: EpochMs },
): Promise<{ stale: number; recent: number }> {
  return db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select([
      sql<number>`count(*) filter (where alarm.cleared_at is null
        and alarm.raised_at < ${instantText(staleBefore)}::timestamptz)::int`.as('stale'),
      // what was announced to operators just now, also where it was found in late readings
      sql<number>`count(*) filter (where greatest(alarm.last_raised_at, alarm.announced_at)
        >= ${instantText(newAfter)}::timestamptz)::int`.as('recent'),
    ])
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .$if(storeId !== null, (query) => query.where('alarm.storeId', '=', storeId as StoreId))
    .where((is) =>
      is.or([is('alarm.clearedAt', 'is', null), is('alarm.raisedAt', '>=', later(newAfter, -minutes(60)))]),
    )
    .executeTakeFirstOrThrow()
}

/** The history of a store's alarms, and what people did about them, in the order of recording. */
export function selectHistories(db: Db, storeId: StoreId, alarmIds: readonly AlarmId[]) {
  return db
    .selectFrom('alarmEvent')
    .select(['alarmId', 'kind', 'at', 'recordedAt', 'accountName', 'reason'])
    .where('storeId', '=', storeId)
    .where(sql<boolean>`alarm_id = any(${alarmIds}::bigint[])`)
    .orderBy('recordedAt')
    .orderBy('at')
    .orderBy('alarmEventId')
    .execute()
}

/** Devices of a terminal with hidden alarms, and since when each is silent. */
export async function selectHidden(
  db: Db,
  scope: Scope,
  { storeId, terminalId }: Pick<AlarmRecord, 'storeId' | 'terminalId'>,
) {
  const { rows } = await sql<{ deviceId: DeviceId; name: string; since: EpochMs | null }>`
    select d.device_id, d.name, max(l.at) as since
    from alarm_watch w
      join device d on d.store_id = w.store_id and d.device_id = w.device_id
      left join latest l on l.store_id = w.store_id and l.device_id = w.device_id
    where w.store_id = ${storeId}::int and d.terminal_id = ${terminalId}::text and w.is_held
      and ${isShown(scope, 'd')}
    group by d.device_id, d.name order by d.name, d.device_id`.execute(db)
  return rows
}
