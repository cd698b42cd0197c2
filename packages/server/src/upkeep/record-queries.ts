import type { UpkeepRecord } from '@coldkeep/contract/areas/upkeep-records'
import type { StoreId, UpkeepPlanId } from '@coldkeep/domain/ids'
import { isEnteredLate } from '@coldkeep/domain/upkeep/upkeep-record'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db, Trx } from '../db/connect'
import type { UpkeepTables } from '../db/upkeep-tables'
import { knownPlans } from './plan-queries'

/** A record without its photos, which have a room of their own. */
export interface KeptRecord extends Omit<UpkeepRecord, 'photos' | 'photosAwaited'> {
  readonly photoIds: readonly string[]
}

interface OfPlan {
  readonly storeId: StoreId
  readonly planId: UpkeepPlanId
}

/** What was done for a plan, the last first. */
export async function selectUpkeepRecords(
  db: Db,
  { storeId, planId }: OfPlan,
  page: { readonly offset: number; readonly limit: number },
): Promise<KeptRecord[]> {
  const rows = await db
    .selectFrom('upkeepRecord')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('upkeepPlanId', '=', planId)
    .orderBy('doneAt', 'desc')
    .orderBy('upkeepRecordId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return rows.map(recordOf)
}

export async function countUpkeepRecords(db: Db, { storeId, planId }: OfPlan): Promise<number> {
  const { count } = await db
    .selectFrom('upkeepRecord')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('storeId', '=', storeId)
    .where('upkeepPlanId', '=', planId)
    .executeTakeFirstOrThrow()
  return count
}

/** A record by the id that its sender made, with the plan that it is of. */
export async function selectUpkeepRecord(
  db: Db,
  storeId: StoreId,
  id: string,
): Promise<{ readonly planId: UpkeepPlanId; readonly record: KeptRecord } | null> {
  const row = await db
    .selectFrom('upkeepRecord')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('upkeepRecordId', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { planId: row.upkeepPlanId, record: recordOf(row) }
}

/** Where a record belongs, by its id alone, if the scope shows its plan. */
export function selectRecordPlace(db: Db, scope: Scope, id: string) {
  return knownPlans(db, scope)
    .innerJoin('upkeepRecord', (join) =>
      join
        .onRef('upkeepRecord.storeId', '=', 'upkeepPlan.storeId')
        .onRef('upkeepRecord.upkeepPlanId', '=', 'upkeepPlan.upkeepPlanId'),
    )
    .select(['upkeepPlan.storeId', 'upkeepPlan.deviceId', 'upkeepPlan.item', 'store.code as storeCode'])
    .where('upkeepRecord.upkeepRecordId', '=', id)
    .executeTakeFirst()
}

/** A photo that was removed is awaited no more. */
export async function forgetPhoto(trx: Trx, storeId: StoreId, id: string, photoId: string): Promise<void> {
  await trx
    .updateTable('upkeepRecord')
    .set({ photoIds: sql<string[]>`array_remove(photo_ids, ${photoId}::uuid)` })
    .where('storeId', '=', storeId)
    .where('upkeepRecordId', '=', id)
    .execute()
}

/** @returns what was stored */
export async function insertUpkeepRecord(
  trx: Trx,
  {
    tasks,
    ...record
  }: Omit<Insertable<UpkeepTables['upkeepRecord']>, 'tasks'> & {
    readonly tasks: UpkeepRecord['tasks']
  },
): Promise<KeptRecord> {
  const row = await trx
    .insertInto('upkeepRecord')
    .values({ ...record, tasks: JSON.stringify(tasks) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return recordOf(row)
}

type RecordRow = Selectable<UpkeepTables['upkeepRecord']>

function recordOf({ upkeepRecordId, accountName, tasks, ...row }: RecordRow): KeptRecord {
  const { dueOn, doneOn, doneAt, enteredAt, receivedAt, result, note } = row
  return {
    id: upkeepRecordId,
    ...{ dueOn, doneOn, doneAt, enteredAt, receivedAt, result, note },
    isLate: isEnteredLate(doneAt, enteredAt),
    by: accountName,
    tasks: tasks.map(({ text, isDone }) => ({ text, isDone })),
    photoIds: row.photoIds,
  }
}
