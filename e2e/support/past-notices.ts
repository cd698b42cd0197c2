import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'

/** What was sent of one of the standing alarms: a mail that was taken, and a webhook that was refused. */
export async function insertPastNotices(db: Db, now: EpochMs): Promise<void> {
  const alarm = await db
    .selectFrom('alarm')
    .select(['storeId', 'alarmId'])
    .where('priority', '=', 1)
    .where('branch', '=', 'high')
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const at = later(now, -minutes(20))
  const told = {
    ...alarm,
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
  await db
    .insertInto('notice')
    .values([
      {
        ...told,
        key: 'past:email',
        messageKey: 'past:email',
        channel: 'email',
        state: 'sent',
        recipient: 'duty@frost.example',
      },
      {
        ...told,
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
