import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import type { HealthLoss, NoScore } from '@coldkeep/domain/analysis/health-score'
import type { AlarmId, DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { CloseEvidence, WatchedAlarm } from '@coldkeep/domain/repair/close-proposal'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText, sqlInstant } from '../db/instants'

/** An open case as its watch needs it. */
export interface OpenCase {
  readonly storeId: StoreId
  readonly repairCaseId: RepairCaseId
  readonly reportedAt: EpochMs
  readonly reopenedAt: EpochMs | null
  readonly closeProposedAt: EpochMs | null
  readonly closeProposal: CloseEvidence | null
  /** Its own device, and those of the alarms that have joined it. */
  readonly deviceIds: readonly DeviceId[]
}

/** Open cases in the order of their keys, those after one; `isProposing`: only those that propose to close. */
export async function selectOpenCases(
  db: Db,
  after: Pick<OpenCase, 'storeId' | 'repairCaseId'> | null,
  limit: number,
  isProposing: boolean,
): Promise<OpenCase[]> {
  const { storeId, repairCaseId } = after ?? { storeId: 0, repairCaseId: 0 }
  const { rows } = await sql<OpenCase>`
    select c.store_id, c.repair_case_id, c.reported_at, c.reopened_at, c.close_proposed_at, c.close_proposal,
      array(select c.device_id where c.device_id is not null union
        select a.device_id from repair_alarm ra
          join alarm a on a.store_id = ra.store_id and a.alarm_id = ra.alarm_id
        where ra.store_id = c.store_id and ra.repair_case_id = c.repair_case_id and a.device_id is not null
      ) as device_ids
    from repair_case c
    where c.closed_at is null and (c.store_id, c.repair_case_id) > (${storeId}::int, ${repairCaseId}::bigint)
      ${isProposing ? sql`and c.close_proposed_at is not null` : sql``}
    order by c.store_id, c.repair_case_id limit ${limit}`.execute(db)
  return rows
}

interface CaseAlarm extends WatchedAlarm {
  /** Which of the cases, from 1. */
  readonly position: number
  readonly alarmId: AlarmId
}

/** A record that was raised so long before the report can still have been open at it. */
const RAISED_WITHIN_DAYS = 30
/** What had ended so long before the report was another fault. */
const ENDED_WITHIN_HOURS = 48

const shown = sql`a.alarm_id, a.started_at, a.raised_at, coalesce(a.returned_at, a.cleared_at) as ended_at,
  case when a.branch = 'host_lost' then 'terminal' when a.point_id is null then 'warning' else 'limit' end as kind`
const isOfCase = sql`a.raised_at >= o.reported_at - make_interval(days => ${sql.lit(RAISED_WITHIN_DAYS)})
  and (a.cleared_at is null or coalesce(a.returned_at, a.cleared_at)
    >= o.reported_at - make_interval(hours => ${sql.lit(ENDED_WITHIN_HOURS)}))`

/** The alarms of cases: those that have joined them, of their devices, and of the terminals that poll these. */
export async function selectWatchedAlarms(db: Db, cases: readonly OpenCase[]): Promise<CaseAlarm[]> {
  const pairs = cases.flatMap(({ storeId, reportedAt, deviceIds }, index) =>
    deviceIds.map((deviceId) => ({ position: index + 1, storeId, deviceId, reportedAt })),
  )
  const { rows } = await sql<CaseAlarm>`
    with o as (
      select * from unnest(${pairs.map(({ position }) => position)}::int[],
        ${pairs.map(({ storeId }) => storeId)}::int[], ${pairs.map(({ deviceId }) => deviceId)}::bigint[],
        ${pairs.map(({ reportedAt }) => instantText(reportedAt))}::timestamptz[])
        as pair (position, store_id, device_id, reported_at)
    )
    select c.position::int, ${shown}
    from unnest(${cases.map(({ storeId }) => storeId)}::int[],
        ${cases.map(({ repairCaseId }) => repairCaseId)}::bigint[])
        with ordinality c (store_id, repair_case_id, position)
      join repair_alarm ra on ra.store_id = c.store_id and ra.repair_case_id = c.repair_case_id
      join alarm a on a.store_id = ra.store_id and a.alarm_id = ra.alarm_id
    union
    select o.position, ${shown}
    from o join alarm a on a.store_id = o.store_id and a.device_id = o.device_id and ${isOfCase}
    union
    select o.position, ${shown}
    from o join device d on d.store_id = o.store_id and d.device_id = o.device_id
      join alarm a on a.store_id = o.store_id and a.device_id is null and a.terminal_id = d.terminal_id and ${isOfCase}
    where a.branch = 'host_lost'`.execute(db)
  return rows
}

/** A device of a case, and the time from its fault to the end of it. */
export interface CaseDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly faultFrom: EpochMs
  readonly faultTo: EpochMs
}

interface DeviceState {
  /** Which of the devices, from 1. */
  readonly position: number
  readonly zone: TemperatureZone | null
  readonly lastReadingAt: EpochMs | null
  readonly scoredAt: EpochMs | null
  readonly noScore: NoScore | null
  /** Null: nothing of it has ever been scored. */
  readonly losses: readonly HealthLoss[] | null
  readonly baseline: HealthBaseline | null
  readonly lastMeasured: MeasuredHealth | null
  readonly lastOutdoorC: number | null
}

/** How devices are now, and when each had its last good reading. */
export async function selectDeviceStates(db: Db, devices: readonly CaseDevice[]): Promise<DeviceState[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<DeviceState>`
    select o.position::int, d.zone, h.scored_at, h.no_score, h.losses, h.baseline, h.last_measured, h.last_outdoor_c,
      (select max(l.at) from latest l
        join point_list p on p.store_id = l.store_id and p.device_id = l.device_id and p.point_list_id = l.point_list_id
        where l.store_id = o.store_id and l.device_id = o.device_id and not p.counts_bus
          and (l.quality is null or position('\\x00'::bytea in l.quality) > 0)) as last_reading_at
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${devices.map(({ deviceId }) => deviceId)}::bigint[])
        with ordinality o (store_id, device_id, position)
      join device d on d.store_id = o.store_id and d.device_id = o.device_id
      left join device_health h on h.store_id = o.store_id and h.device_id = o.device_id`.execute(db)
  return rows
}

interface DayBefore {
  readonly position: number
  readonly measured: MeasuredHealth
  readonly outdoorC: number | null
}

/** What devices measured on the days of their fault. */
export async function selectDaysOfFault(db: Db, devices: readonly CaseDevice[]): Promise<DayBefore[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<DayBefore>`
    select o.position::int, day.measured, day.outdoor_c
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${devices.map(({ deviceId }) => deviceId)}::bigint[],
        ${devices.map(({ faultFrom }) => instantText(faultFrom))}::timestamptz[],
        ${devices.map(({ faultTo }) => instantText(faultTo))}::timestamptz[])
        with ordinality o (store_id, device_id, from_at, to_at, position)
      join store s on s.store_id = o.store_id
      join score_day day on day.store_id = o.store_id and day.device_id = o.device_id
        and day."on" between (o.from_at at time zone s.zone)::date and (o.to_at at time zone s.zone)::date
    order by o.position, day."on"`.execute(db)
  return rows
}

/**
 * What an open case proposes from now on, `null`: nothing any more.
 * @returns false: it was closed, or another server was faster
 */
export async function updateProposal(
  trx: Trx,
  { storeId, repairCaseId, closeProposedAt }: Pick<OpenCase, 'storeId' | 'repairCaseId' | 'closeProposedAt'>,
  next: { readonly at: EpochMs; readonly evidence: CloseEvidence } | null,
): Promise<boolean> {
  const known = closeProposedAt === null ? sql`null::timestamptz` : sqlInstant(closeProposedAt)
  const updated = await trx
    .updateTable('repairCase')
    .set({
      closeProposedAt: next?.at ?? null,
      closeProposal: next === null ? null : JSON.stringify(next.evidence),
    })
    .where('storeId', '=', storeId)
    .where('repairCaseId', '=', repairCaseId)
    .where('closedAt', 'is', null)
    .where(sql<boolean>`close_proposed_at is not distinct from ${known}`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
