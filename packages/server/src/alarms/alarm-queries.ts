import type { AlarmId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { AlarmEntry } from './alarm-news-queries'
import { type EventDraft, type RecordDraft, recordKey } from './alarm-records'
import { writeAlarmNews } from './write-alarm-news'

/** A record that changed, for those who listen. */
export interface ChangedAlarm {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
}

interface WrittenRow {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly pointId: number | null
  readonly branch: string
  readonly ordinal: number | null
}

/** Writes records of watches: new ones are added, known ones follow their watch. @returns the id of each, by key */
async function upsertRecords(
  trx: Db,
  records: readonly RecordDraft[],
  now: EpochMs,
): Promise<Map<string, AlarmId>> {
  if (records.length === 0) return new Map()
  const { rows } = await sql<WrittenRow>`
    insert into alarm (store_id, terminal_id, device_id, point_id, branch, ordinal, state, priority, started_at,
      raised_at, last_raised_at, returned_at, cleared_at, count, value, extreme, limit_value, unit, cause, is_late,
      is_chattering, is_suppressed, is_out_of_service, shelved_until, changed_at)
    select store_id, terminal_id, device_id, point_id, branch, ordinal, state, priority, started_at, raised_at,
      last_raised_at, returned_at, cleared_at, count, value, extreme, limit_value, unit, cause, is_late,
      is_chattering, is_suppressed, is_out_of_service, shelved_until, ${instantText(now)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (store_id int, terminal_id text,
      device_id bigint, point_id bigint, branch text, ordinal int, state text, priority int,
      started_at timestamptz, raised_at timestamptz, last_raised_at timestamptz, returned_at timestamptz,
      cleared_at timestamptz, count int, value double precision, extreme double precision,
      limit_value double precision, unit text, cause text, is_late boolean, is_chattering boolean,
      is_suppressed boolean, is_out_of_service boolean, shelved_until timestamptz)
    on conflict (store_id, point_id, branch, ordinal) where point_id is not null and ordinal is not null
    do update set state = excluded.state, priority = excluded.priority, started_at = excluded.started_at,
      raised_at = excluded.raised_at, last_raised_at = excluded.last_raised_at,
      returned_at = excluded.returned_at, cleared_at = excluded.cleared_at, count = excluded.count,
      extreme = excluded.extreme, cause = excluded.cause, is_late = alarm.is_late or excluded.is_late,
      is_chattering = excluded.is_chattering, is_suppressed = excluded.is_suppressed,
      is_out_of_service = excluded.is_out_of_service, shelved_until = excluded.shelved_until,
      changed_at = excluded.changed_at,
      acknowledged_at = case when excluded.state = 'unacknowledged' then null else alarm.acknowledged_at end,
      acknowledged_by = case when excluded.state = 'unacknowledged' then null else alarm.acknowledged_by end
    returning store_id, alarm_id, point_id, branch, ordinal`.execute(trx)
  return new Map(
    rows.map((row) => [
      recordKey({ store_id: row.storeId, point_id: row.pointId, branch: row.branch, ordinal: row.ordinal }),
      row.alarmId,
    ]),
  )
}

/** A record that was raised again is announced again. */
async function resetAnnounced(trx: Db, alarms: readonly ChangedAlarm[]): Promise<void> {
  if (alarms.length === 0) return
  await sql`
    update alarm a set announced_at = null
    from unnest(${alarms.map((row) => row.storeId)}::int[], ${alarms.map((row) => row.alarmId)}::bigint[])
      as u (store_id, alarm_id)
    where a.store_id = u.store_id and a.alarm_id = u.alarm_id`.execute(trx)
}

/** One line of an alarm's history. */
export interface NewEvent {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly kind: string
  readonly at: EpochMs
  readonly reason: string | null
  readonly accountId?: number
  readonly accountName?: string
}

/** Writes history, and with it the news to be sent; the alarms themselves must have been written before. */
export async function insertEvents(trx: Db, events: readonly NewEvent[], now: EpochMs): Promise<void> {
  if (events.length === 0) return
  const { rows } = await sql<AlarmEntry>`
    insert into alarm_event (store_id, alarm_id, kind, at, recorded_at, account_id, account_name, reason)
    select store_id, alarm_id, kind, at, ${instantText(now)}::timestamptz, account_id, account_name, reason
    from unnest(
      ${events.map((row) => row.storeId)}::int[], ${events.map((row) => row.alarmId)}::bigint[],
      ${events.map((row) => row.kind)}::text[], ${events.map((row) => instantText(row.at))}::timestamptz[],
      ${events.map((row) => row.accountId ?? null)}::bigint[],
      ${events.map((row) => row.accountName ?? null)}::text[], ${events.map((row) => row.reason)}::text[]
    ) with ordinality as u (store_id, alarm_id, kind, at, account_id, account_name, reason, place)
    order by place
    returning store_id, alarm_id, alarm_event_id, kind`.execute(trx)
  await writeAlarmNews(trx, rows, now)
}

/** Writes what a step did to records. @returns those that changed */
export async function writeRecords(
  trx: Db,
  { records, events }: { readonly records: readonly RecordDraft[]; readonly events: readonly EventDraft[] },
  now: EpochMs,
): Promise<ChangedAlarm[]> {
  const ids = await upsertRecords(trx, records, now)
  const idOf = (record: RecordDraft) => ids.get(recordKey(record))
  const changed = records.flatMap((record) => {
    const alarmId = idOf(record)
    return alarmId === undefined ? [] : [{ storeId: record.store_id, alarmId, record }]
  })
  await resetAnnounced(
    trx,
    changed.filter(({ record }) => record.must_announce && record.count > 1),
  )
  await insertEvents(
    trx,
    events.flatMap(({ record, kind, at, reason }) => {
      const alarmId = idOf(record)
      return alarmId === undefined ? [] : [{ storeId: record.store_id, alarmId, kind, at, reason }]
    }),
    now,
  )
  return changed.map(({ storeId, alarmId }) => ({ storeId, alarmId }))
}

/** An alarm that is hidden no more has no parent. */
export async function clearParents(trx: Trx, changed: readonly ChangedAlarm[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update alarm a set parent_id = null
    from unnest(${changed.map((row) => row.storeId)}::int[], ${changed.map((row) => row.alarmId)}::bigint[])
      as u (store_id, alarm_id)
    where a.store_id = u.store_id and a.alarm_id = u.alarm_id and a.state <> 'suppressed'`.execute(trx)
}

/** Records that changed since an instant, with when they did. */
export function selectChangedAlarms(db: Db, since: EpochMs) {
  return db
    .selectFrom('alarm')
    .select(['storeId', 'alarmId', 'changedAt'])
    .where('changedAt', '>', since)
    .execute()
}

/** Hides lost contacts of terminals that are lost under the alarm of their terminal. */
export async function setParents(
  trx: Trx,
  hosts: readonly { readonly storeId: StoreId; readonly terminalId: TerminalId; readonly alarmId: number }[],
  now: EpochMs,
): Promise<void> {
  await sql`
    update alarm a set parent_id = u.alarm_id, changed_at = ${instantText(now)}::timestamptz
    from unnest(${hosts.map((row) => row.storeId)}::int[], ${hosts.map((row) => row.terminalId)}::text[],
      ${hosts.map((row) => row.alarmId)}::bigint[]) as u (store_id, terminal_id, alarm_id)
    where a.store_id = u.store_id and a.terminal_id = u.terminal_id and a.state = 'suppressed'`.execute(trx)
}
