import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'

/** What was sent about one of the open alarms: a mail that was accepted, and a webhook that was refused. */
export async function insertPastNotices(db: Db, now: EpochMs): Promise<void> {
  const alarm = await selectNotifiedAlarm(db, now)
  await db
    .insertInto('notice')
    .values([
      {
        ...alarm,
        key: 'past:email',
        messageKey: 'past:email',
        channel: 'email',
        state: 'sent',
        recipient: 'duty@frost.example',
      },
      {
        ...alarm,
        key: 'past:webhook',
        messageKey: 'past:webhook',
        channel: 'webhook',
        state: 'dead',
        recipient: 'https://desk.example/in',
        reason: 'HTTP 400',
      },
    ])
    .execute()
}

/** The same alarm, sent to an account in the console, and a message of two alarms an hour before. */
export async function insertOwnMessages(db: Db, accountId: AccountId, now: EpochMs): Promise<void> {
  const alarm = await selectNotifiedAlarm(db, now)
  const own = { ...alarm, accountId, channel: 'app' as const, state: 'sent' as const, recipient: 'Olga' }
  const before = { messageAt: later(now, -minutes(80)), endedAt: later(now, -minutes(80)) }
  await db
    .insertInto('notice')
    .values([
      { ...own, key: 'own:1', messageKey: 'own:1', body: 'N003 Cedar_Road\nFreezer 1 is above its limit.' },
      {
        ...own,
        ...before,
        key: 'own:2',
        messageKey: 'own:2',
        title: 'Cedar_Road: 2 new alarms',
        body: 'Both.',
      },
    ])
    .execute()
}

async function selectNotifiedAlarm(db: Db, now: EpochMs) {
  const alarm = await db
    .selectFrom('alarm')
    .select(['storeId', 'alarmId'])
    .where('priority', '=', 1)
    .where('branch', '=', 'high')
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const at = later(now, -minutes(20))
  return {
    storeId: alarm.storeId,
    subjectKind: 'alarm' as const,
    subjectId: alarm.alarmId,
    about: 'raised' as const,
    kind: 'limit' as const,
    rank: 1,
    // a target that has been removed since
    noticeTargetId: 999_999 as never,
    step: 0,
    dueAt: at,
    messageAt: at,
    endedAt: at,
    createdAt: at,
    tries: 1,
    targetName: 'Duty engineer',
    title: 'Critical: Cedar_Road, Above the limit',
  }
}
