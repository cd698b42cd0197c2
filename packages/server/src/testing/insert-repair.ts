import { randomUUID } from 'node:crypto'
import type { StandardStep } from '@coldkeep/domain/repair/repair-case'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { TinyStore } from './tiny-fleet'

/** A case of repair of the freezer of a store, with the first of the steps that come with the product. */
export async function insertRepair(db: Db, { storeId, freezer }: TinyStore, reportedAt: EpochMs) {
  const stepOf = async (standard: StandardStep) => {
    const row = db.selectFrom('repairProgress').select('repairProgressId').where('standard', '=', standard)
    return (await row.executeTakeFirstOrThrow()).repairProgressId
  }
  const { repairCaseId } = await db
    .insertInto('repairCase')
    .values({
      ...{ storeId, key: randomUUID(), storeCode: 'as it was', deviceId: freezer.deviceId },
      ...{ fault: 'Ice on the coil', reportedAt, reportedBy: 'Ada' },
      repairProgressId: await stepOf('reported'),
    })
    .returning('repairCaseId')
    .executeTakeFirstOrThrow()
  return {
    /** Its progress is one of those that end it. */
    end: async (standard: StandardStep) => {
      await db
        .updateTable('repairCase')
        .set({ repairProgressId: await stepOf(standard), closedAt: reportedAt })
        .where('storeId', '=', storeId)
        .where('repairCaseId', '=', repairCaseId)
        .execute()
    },
  }
}
