import type { PointId, StoreId } from '@coldkeep/domain/ids'
import type { AlarmRuleTable } from '../db/alarm-tables'
import type { Db } from '../db/connect'

/** The rules of all points of a store. */
export function selectAlarmRules(db: Db, storeId: StoreId) {
  return db.selectFrom('alarmRule').selectAll().where('storeId', '=', storeId).execute()
}

export async function deleteAlarmRules(
  trx: Db,
  storeId: StoreId,
  pointIds: readonly PointId[],
): Promise<void> {
  await trx.deleteFrom('alarmRule').where('storeId', '=', storeId).where('pointId', 'in', pointIds).execute()
}

/** Makes a rule that of its point, in the place of the one before. */
export async function insertAlarmRule(trx: Db, row: AlarmRuleTable): Promise<void> {
  const { storeId: _, pointId: __, ...columns } = row
  await trx
    .insertInto('alarmRule')
    .values(row)
    .onConflict((conflict) => conflict.columns(['storeId', 'pointId']).doUpdateSet(columns))
    .execute()
}
