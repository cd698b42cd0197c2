import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** The devices of some models are to be compared anew with what is wanted of them. */
export async function markDue(trx: Db, models: readonly DeviceModelId[], now: EpochMs): Promise<void> {
  for (const deviceModelId of models) {
    await trx
      .insertInto('parameterDue')
      .values({ deviceModelId, markedAt: now })
      .onConflict((conflict) =>
        conflict.column('deviceModelId').doUpdateSet({
          markedAt: now,
          marks: sql<number>`parameter_due.marks + 1`,
        }),
      )
      .execute()
  }
}

/** The model that has been due for longest. */
export function selectDueModel(db: Db) {
  return db
    .selectFrom('parameterDue')
    .select(['deviceModelId', 'marks'])
    .orderBy('markedAt')
    .orderBy('deviceModelId')
    .limit(1)
    .executeTakeFirst()
}

/** Not where it was marked again in the meantime. */
export async function deleteDue(db: Db, model: DeviceModelId, marks: number): Promise<void> {
  await db.deleteFrom('parameterDue').where('deviceModelId', '=', model).where('marks', '=', marks).execute()
}
