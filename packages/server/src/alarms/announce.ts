import {
  type AnnouncedLately,
  announceAlarm,
  announcementOpened,
  nothingAnnounced,
} from '@coldkeep/domain/alarms/announcement'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { RoundWork, SetAside } from '../tasks/set-aside'

interface Untold {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly priority: number
  readonly state: string
  /** Departments from the top down to the store's own. */
  readonly path: readonly DepartmentId[]
}

const ALARMS_AT_ONCE = 500
const untoldAlarms: RoundWork<Untold> = { round: 'announcements', nameOf: ({ alarmId }) => String(alarmId) }

/**
 * Turns alarms that nobody was told of into announcements for the departments that have operators. An alarm that is
 * hidden, or over and done with, is not told.
 */
export async function announceAlarms(db: Db, aside: SetAside, now: EpochMs): Promise<number> {
  let count = 0
  for (;;) {
    const untold = await selectUntold(db, aside.waiting(untoldAlarms, now))
    await aside.work(untoldAlarms, untold, now, async (some) => {
      await db.transaction().execute((trx) => announce(trx, some, now))
      count += some.length
    })
    if (untold.length < ALARMS_AT_ONCE) return count
  }
}

async function announce(trx: Trx, untold: readonly Untold[], now: EpochMs): Promise<void> {
  const news = untold.filter(({ state }) => state === 'unacknowledged' || state === 'returned')
  const operated = await selectOperated(trx)
  for (const departmentId of operated) {
    const own = news.filter(({ path }) => path.includes(departmentId))
    if (own.length > 0) await tellDepartment(trx, departmentId, own, now)
  }
  await markTold(trx, untold, now)
}

async function tellDepartment(
  trx: Trx,
  departmentId: DepartmentId,
  alarms: readonly Untold[],
  now: EpochMs,
): Promise<void> {
  let lately = await selectLately(trx, departmentId)
  const joined = new Map<number, { alarms: number; priority: number }>()
  for (const { storeId, alarmId, priority } of alarms) {
    const step = announceAlarm(lately, { storeId, priority: priorityOfRank(priority) }, now)
    lately = step.lately
    const { announcing } = step
    if (announcing.kind === 'join') {
      const known = joined.get(announcing.number) ?? { alarms: 0, priority }
      joined.set(announcing.number, {
        alarms: known.alarms + 1,
        priority: Math.min(known.priority, priority),
      })
      continue
    }
    const isSummary = announcing.as === 'summary'
    const { announcementId } = await trx
      .insertInto('announcement')
      .values({
        departmentId,
        kind: announcing.as,
        storeId: isSummary ? null : storeId,
        alarmId: isSummary ? null : alarmId,
        priority,
        openedAt: now,
        changedAt: now,
      })
      .returning('announcementId')
      .executeTakeFirstOrThrow()
    lately = announcementOpened(lately, { as: announcing.as, number: announcementId, storeId, at: now })
  }
  for (const [number, more] of joined) {
    await sql`
      update announcement set alarms = alarms + ${more.alarms}::int, priority = least(priority, ${more.priority}::int),
        changed_at = ${instantText(now)}::timestamptz where announcement_id = ${number}::bigint`.execute(trx)
  }
  const state = JSON.stringify(lately)
  await trx
    .insertInto('announcementScope')
    .values({ departmentId, state })
    .onConflict((conflict) => conflict.column('departmentId').doUpdateSet({ state }))
    .execute()
}

export async function selectLately(db: Db, departmentId: DepartmentId): Promise<AnnouncedLately> {
  const row = await db
    .selectFrom('announcementScope')
    .select('state')
    .where('departmentId', '=', departmentId)
    .executeTakeFirst()
  return (row?.state as AnnouncedLately | undefined) ?? nothingAnnounced
}

async function selectUntold(db: Db, but: readonly Untold[]): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select a.store_id, a.alarm_id, a.priority, a.state, d.path
    from alarm a join store s on s.store_id = a.store_id join department d on d.department_id = s.department_id
    where a.announced_at is null and a.alarm_id <> all(${but.map((row) => row.alarmId)}::bigint[])
    order by a.changed_at, a.store_id, a.alarm_id limit ${ALARMS_AT_ONCE}`.execute(db)
  return rows
}

/** The departments that somebody looks after. */
async function selectOperated(db: Db): Promise<DepartmentId[]> {
  const rows = await db
    .selectFrom('account')
    .select('departmentId')
    .distinct()
    .where('isEnabled', '=', true)
    .execute()
  return rows.map((row) => row.departmentId)
}

async function markTold(trx: Trx, alarms: readonly Untold[], now: EpochMs): Promise<void> {
  await sql`
    update alarm a set announced_at = ${instantText(now)}::timestamptz
    from unnest(${alarms.map((row) => row.storeId)}::int[], ${alarms.map((row) => row.alarmId)}::bigint[])
      as u (store_id, alarm_id)
    where a.store_id = u.store_id and a.alarm_id = u.alarm_id`.execute(trx)
}
