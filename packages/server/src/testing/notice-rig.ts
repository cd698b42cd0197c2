import type { Priority } from '@coldkeep/domain/alarms/priority'
import { rankOf } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import { type NoticeChannel, noticeKinds } from '@coldkeep/domain/notices/notice-kind'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Insertable } from 'kysely'
import { insertEvents } from '../alarms/alarm-queries'
import type { Db } from '../db/connect'
import type { NoticeTargetTable } from '../db/notice-tables'
import type { TinyStore } from './tiny-fleet'

/** A target that is told everything of a department, and for which the administrator answers, unless said otherwise. */
export async function insertNoticeTarget(
  db: Db,
  departmentId: DepartmentId,
  over: Partial<Insertable<NoticeTargetTable>> & { readonly channel: NoticeChannel },
): Promise<NoticeTargetId> {
  const admin = await db
    .selectFrom('account')
    .select('accountId')
    .where('login', '=', 'admin')
    .executeTakeFirst()
  const row = await db
    .insertInto('noticeTarget')
    .values({
      name: 'Duty',
      departmentIds: [departmentId],
      kinds: [...noticeKinds],
      lowestRank: 4,
      zone: 'Asia/Taipei',
      language: 'en',
      ownerId: admin?.accountId ?? null,
      ...over,
    })
    .returning('noticeTargetId')
    .executeTakeFirstOrThrow()
  return row.noticeTargetId
}

/** Alarms as their rounds write them: the record and its history in one transaction. */
export function alarmWriter(db: Db, clock: Clock) {
  const addEvent = (storeId: TinyStore['storeId'], alarmId: AlarmId, kind: string, columns: object) =>
    db.transaction().execute(async (trx) => {
      const changed = { ...columns, changedAt: clock.now() }
      await trx.updateTable('alarm').set(changed).where('alarmId', '=', alarmId).execute()
      await insertEvents(trx, [{ storeId, alarmId, kind, at: clock.now(), reason: null }], clock.now())
    })
  return {
    /** The freezer of a store is too warm. */
    async raise(store: TinyStore, priority: Priority = 'high', branch = 'high'): Promise<AlarmId> {
      const { storeId, terminalId, freezer } = store
      const now = clock.now()
      const isOfDevice = branch !== 'host_lost'
      return db.transaction().execute(async (trx) => {
        const { alarmId } = await trx
          .insertInto('alarm')
          .values({
            storeId,
            terminalId,
            deviceId: isOfDevice ? freezer.deviceId : null,
            pointId: branch === 'high' ? (freezer.pointIds[0] ?? null) : null,
            branch,
            state: 'unacknowledged',
            priority: rankOf(priority),
            startedAt: now,
            raisedAt: now,
            lastRaisedAt: now,
            extreme: -9,
            limitValue: -15,
            unit: '°C',
            changedAt: now,
          })
          .returning('alarmId')
          .executeTakeFirstOrThrow()
        await insertEvents(trx, [{ storeId, alarmId, kind: 'raised', at: now, reason: null }], now)
        return alarmId
      })
    },
    raiseAgain: (store: TinyStore, alarmId: AlarmId, priority: Priority = 'high') =>
      addEvent(store.storeId, alarmId, 'raised_again', {
        state: 'unacknowledged',
        priority: rankOf(priority),
      }),
    acknowledge: (store: TinyStore, alarmId: AlarmId) =>
      addEvent(store.storeId, alarmId, 'acknowledged', { state: 'acknowledged' }),
    back: (store: TinyStore, alarmId: AlarmId) =>
      addEvent(store.storeId, alarmId, 'returned', { state: 'returned', returnedAt: clock.now() }),
  }
}

/** What the outbox holds of an alarm, in the order in which it was put there. */
export async function outboxOf(db: Db, alarmId: AlarmId): Promise<string[]> {
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .where('subjectKind', '=', 'alarm')
    .where('subjectId', '=', alarmId)
    .orderBy('noticeId')
    .execute()
  return rows.map(({ about, channel, step, state, reason }) =>
    [about, channel, step, state, reason].filter((part) => part !== null).join(' '),
  )
}
