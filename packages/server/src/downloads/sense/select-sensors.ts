import { Problem } from '@coldkeep/contract/problem'
import { kindsIn } from '@coldkeep/domain/points/sensor-group'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Db } from '../../db/connect'
import type { SenseOrder } from './sense-order'
import { type Sensor, selectSensors, selectStoreSensors } from './sensor-queries'

/**
 * What is in a report, store by store and device by device, as far as the account sees it.
 * @throws Problem `store.unknown`, `department.unknown`; `point.unknown` where a chosen sensor is not (any more) theirs
 */
export async function selectOrdered(db: Db, user: SignedIn, { of }: SenseOrder): Promise<Sensor[]> {
  if ('departmentId' in of) {
    const scope = await selectScope(db, user, of.departmentId)
    return selectSensors(db, scope, kindsIn(of.group))
  }
  const scope = scopeOf(user)
  await selectStoreInScope(db, scope, of.storeId)
  const found = await selectStoreSensors(db, scope, of.storeId, of.pointIds)
  if (found.length < new Set(of.pointIds).size) throw new Problem('point.unknown', {}, { query: 'unknown' })
  return found
}
