import { Problem } from '@coldkeep/contract/problem'
import type { AlarmId, DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { Db, Trx } from '../db/connect'
import { selectDevice } from '../devices/device-queries'
import { insertCase, selectCaseByKey } from './case-queries'
import type { RepairAct } from './event-queries'
import { selectSteps } from './progress-queries'
import { type CaseWriter, caseSeenBy, joinAlarms, recordActs } from './write-case'

export interface RepairReport {
  readonly key: string
  readonly storeId: StoreId
  readonly deviceId: DeviceId | null
  readonly fault: string
  readonly alarms: readonly AlarmId[]
}

/**
 * Opens a case, which begins with the first open step; a report that is sent again is the case that it has opened.
 * @throws Problem `store.unknown`, `device.unknown`, and as joining its alarms does
 */
export function reportRepair(db: Db, writer: CaseWriter, report: RepairReport): Promise<RepairCaseId> {
  return db.transaction().execute((trx) => openCase(trx, writer, report))
}

/** The same in the transaction of what it is opened for. */
export async function openCase(
  trx: Trx,
  writer: CaseWriter,
  { key, storeId, deviceId, fault, alarms }: RepairReport,
): Promise<RepairCaseId> {
  const { user, now } = writer
  const scope = scopeOf(user)
  const store = await selectStoreInScope(trx, scope, storeId)
  if (deviceId !== null && (await selectDevice(trx, scope, deviceId))?.storeId !== store.storeId)
    throw new Problem('device.unknown', {}, { deviceId: 'choice' })
  const [first] = (await selectSteps(trx, store.departmentId)).filter(({ phase }) => phase === 'open')
  if (first === undefined) throw new Error('no open step of progress')
  const made = await insertCase(trx, {
    ...{ storeId: store.storeId, storeCode: store.code, key, deviceId, fault },
    ...{ repairProgressId: first.repairProgressId, reportedAt: now, reportedBy: user.name },
  })
  if (made === null) {
    const known = await selectCaseByKey(trx, store.storeId, key)
    if (known === null) throw new Error('a case of this key was there and is gone')
    return (await caseSeenBy(trx, user, known)).repairCaseId
  }
  const repair = { storeId: store.storeId, repairCaseId: made, deviceId }
  const joined = await joinAlarms(trx, user, repair, alarms)
  const acts: RepairAct[] = [{ kind: 'reported', detail: { fault } }]
  if (joined.alarms.length > 0) acts.push({ kind: 'alarm', detail: { alarms: joined.alarms } })
  const step = { acts, deviceIds: joined.deviceIds }
  await recordActs(trx, writer, repair, { key, happenedAt: now }, step)
  return made
}
