import { nothingAnnounced, type RecentAnnouncements } from '@coldkeep/domain/alarms/announcement'
import type { AlarmId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'

/** An alarm that has not been announced. */
export interface UnannouncedAlarm {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly priority: number
  readonly state: string
  /** Departments from the top down to the store's own. */
  readonly path: readonly DepartmentId[]
}

/** The recent announcements of a department. */
export async function selectRecent(db: Db, departmentId: DepartmentId): Promise<RecentAnnouncements> {
  const row = await db
    .selectFrom('announcementScope')
    .select('state')
    .where('departmentId', '=', departmentId)
    .executeTakeFirst()
  return (row?.state as RecentAnnouncements | undefined) ?? nothingAnnounced
}

export async function selectUnannounced(
  db: Db,
  but: readonly UnannouncedAlarm[],
  limit: number,
): Promise<UnannouncedAlarm[]> {
  const { rows } = await sql<UnannouncedAlarm>`
    select a.store_id, a.alarm_id, a.priority, a.state, d.path
    from alarm a join store s on s.store_id = a.store_id join department d on d.department_id = s.department_id
    where a.announced_at is null and a.alarm_id <> all(${but.map((row) => row.alarmId)}::bigint[])
    order by a.changed_at, a.store_id, a.alarm_id limit ${limit}`.execute(db)
  return rows
}

/** The departments that have operators. */
export async function selectOperated(db: Db): Promise<DepartmentId[]> {
  const rows = await db
    .selectFrom('account')
    .select('departmentId')
    .distinct()
    .where('isEnabled', '=', true)
    .execute()
  return rows.map((row) => row.departmentId)
}

interface NewAnnouncement {
  readonly departmentId: DepartmentId
  readonly kind: 'store' | 'summary'
  readonly storeId: StoreId | null
  readonly alarmId: AlarmId | null
  readonly priority: number
}

/** @returns its number */
export async function insertAnnouncement(trx: Trx, news: NewAnnouncement, now: EpochMs): Promise<number> {
  const { announcementId } = await trx
    .insertInto('announcement')
    .values({ ...news, openedAt: now, changedAt: now })
    .returning('announcementId')
    .executeTakeFirstOrThrow()
  return announcementId
}

/** Adds alarms to an announcement that is open. */
export async function updateAnnouncement(
  trx: Trx,
  number: number,
  more: { readonly alarms: number; readonly priority: number },
  now: EpochMs,
): Promise<void> {
  await sql`
    update announcement set alarms = alarms + ${more.alarms}::int, priority = least(priority, ${more.priority}::int),
      changed_at = ${instantText(now)}::timestamptz where announcement_id = ${number}::bigint`.execute(trx)
}

/** Stores the recent announcements of a department. */
export async function upsertRecent(
  trx: Trx,
  departmentId: DepartmentId,
  recent: RecentAnnouncements,
): Promise<void> {
  const state = JSON.stringify(recent)
  await trx
    .insertInto('announcementScope')
    .values({ departmentId, state })
    .onConflict((conflict) => conflict.column('departmentId').doUpdateSet({ state }))
    .execute()
}

export async function markAnnounced(
  trx: Trx,
  alarms: readonly UnannouncedAlarm[],
  now: EpochMs,
): Promise<void> {
  await sql`
    update alarm a set announced_at = ${instantText(now)}::timestamptz
    from unnest(${alarms.map((row) => row.storeId)}::int[], ${alarms.map((row) => row.alarmId)}::bigint[])
      as u (store_id, alarm_id)
    where a.store_id = u.store_id and a.alarm_id = u.alarm_id`.execute(trx)
}
