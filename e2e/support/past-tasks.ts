import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'

/** Work of an hour ago that failed, and work that was interrupted and waits: this server does not make history. */
export async function insertPastTasks(db: Db, now: EpochMs): Promise<void> {
  const startedAt = later(now, -hours(1))
  await db
    .insertInto('task')
    .values([
      {
        kind: 'analysis',
        key: 'analysis of the past',
        state: 'failed',
        done: 3,
        total: 12,
        position: null,
        message: 'The disk is full.',
        createdAt: startedAt,
        startedAt,
        endedAt: later(startedAt, minutes(4)),
        leaseUntil: null,
      },
      {
        kind: 'history',
        key: 'history of the fleet',
        state: 'waiting',
        done: 14,
        total: 35,
        position: null,
        message: null,
        createdAt: now,
        startedAt: now,
        endedAt: null,
        leaseUntil: null,
      },
    ])
    .execute()
}
