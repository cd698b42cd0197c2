import { randomUUID } from 'node:crypto'
import type { DeviceId, StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import type { TestServer } from '../test-server'

export interface PlantedUpkeep {
  readonly storeId: StoreId
  readonly deviceId: DeviceId | null
  /** Stands in the plan, its record and the name of who did it. */
  readonly text: string
}

/** A plan of upkeep that is overdue, with a record and its photo. */
export async function plantUpkeep(
  { db, clock, fleet }: Pick<TestServer, 'db' | 'clock' | 'fleet'>,
  { storeId, deviceId, text }: PlantedUpkeep,
): Promise<UpkeepPlanId> {
  const now = clock.now()
  const day = localDate('2026-11-16')
  const { upkeepPlanId } = await db
    .insertInto('upkeepPlan')
    .values({
      ...{ storeId, deviceId, deviceType: null, item: text, note: text },
      ...{ every: 7, unit: 'day', base: 'due', graceDays: 0, startsOn: day, dueOn: day },
      tasks: JSON.stringify([text]),
      createdAt: now,
    })
    .returning('upkeepPlanId')
    .executeTakeFirstOrThrow()
  const upkeepRecordId = randomUUID()
  const times = { enteredAt: now, receivedAt: now }
  const by = { accountId: fleet.accounts.south, accountName: text }
  await db
    .insertInto('upkeepRecord')
    .values({
      ...{ storeId, upkeepRecordId, upkeepPlanId, dueOn: day, doneOn: day, doneAt: now, ...times, ...by },
      ...{ result: 'findings', note: text, tasks: JSON.stringify([{ text, isDone: true }]) },
    })
    .execute()
  await db
    .insertInto('photo')
    .values({
      ...{ storeId, photoId: randomUUID(), subjectKind: 'upkeep', subjectId: upkeepRecordId },
      ...{ sha256: new Uint8Array(32), type: 'image/jpeg', width: 4, height: 3 },
      ...{ takenAt: now, takenFrom: 'clock', ...times, ...by },
    })
    .execute()
  return upkeepPlanId
}
