import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectCase } from '../repair/case-queries'
import { reportRepair } from '../repair/report-repair'
import type { CaseWriter } from '../repair/write-case'
import { reservePoints } from '../service-points/post-act'
import { readCost } from '../service-points/read-cost'
import { checkSeesAll } from '../terminals/check-equipment'
import { actOfHelp } from './act-of-help'
import { recordAct } from './record-act'
import { insertSession, selectOpenSessions, selectSession, selectStoreDevices } from './session-queries'

export interface HelpOrder {
  readonly id: string
  readonly storeId: StoreId
  readonly devices: readonly DeviceId[]
  /** `null`: a new one. */
  readonly caseId: RepairCaseId | null
  readonly fault: string
}

/**
 * Begins to help a store; one that is sent again is the session that it has begun.
 * @throws Problem `store.unknown`, `device.unknown`, `repair.unknown`, `help_desk.taken`, `help_desk.no_points`, `help_desk.fault_missing`,
 * `help_desk.case_closed`, `access.equipment`
 */
export async function openSession(db: Db, writer: CaseWriter, order: HelpOrder): Promise<void> {
  const { user, now } = writer
  checkSeesAll(user)
  const scope = scopeOf(user)
  const { storeId } = await selectStoreInScope(db, scope, order.storeId)
  const known = await selectSession(db, scope, order.id)
  if (known !== null) {
    if (known.storeId !== storeId || known.accountId !== user.accountId)
      throw new Problem('help_desk.unknown')
    return
  }
  const names = new Map(
    (await selectStoreDevices(db, storeId)).map((device) => [device.deviceId, device.name]),
  )
  const deviceIds = [...new Set(order.devices)]
  if (deviceIds.some((id) => !names.has(id))) throw new Problem('device.unknown', {}, { devices: 'choice' })
  await refuseTaken(db, writer, order)
  // before a case is reported for it
  if ((await readCost(db, storeId, 'help_session'))?.isShort) throw new Problem('help_desk.no_points')
  const repairCaseId = await caseFor(db, writer, { ...order, storeId, devices: deviceIds })
  const helpSessionId = order.id
  await db.transaction().execute(async (trx) => {
    const row = { storeId, helpSessionId, repairCaseId, deviceIds, accountId: user.accountId }
    const times = { accountName: user.name, openedAt: now, seenAt: now, endedAt: null, outcome: null }
    if (!(await insertSession(trx, { ...row, ...times }))) {
      await refuseTaken(trx, writer, order)
      // the same request came twice at once
      return
    }
    const paid = await reservePoints(trx, actOfHelp({ storeId, helpSessionId }, user, now))
    if (!paid.ok) throw new Problem('help_desk.no_points')
    const devices = deviceIds.flatMap((id) => names.get(id) ?? [])
    const place = { storeId, helpSessionId, repairCaseId }
    await recordAct(trx, place, { by: user, now }, { act: 'opened', devices })
  })
}

/** @throws Problem `help_desk.taken` with the name of who helps the store, unless it is this very session */
async function refuseTaken(db: Db, { user }: CaseWriter, { id, storeId }: HelpOrder): Promise<void> {
  const [other] = await selectOpenSessions(db, scopeOf(user), storeId)
  if (other !== undefined && other.helpSessionId !== id)
    throw new Problem('help_desk.taken', { name: other.accountName })
}

/** The case that a session belongs to. A new one has the key of the session, so that a repeat finds it. */
async function caseFor(db: Db, writer: CaseWriter, order: HelpOrder): Promise<RepairCaseId> {
  const { caseId, fault, id, storeId, devices } = order
  if (caseId === null) {
    if (fault === '') throw new Problem('help_desk.fault_missing', {}, { fault: 'missing' })
    const [deviceId] = devices
    const about = devices.length === 1 && deviceId !== undefined ? deviceId : null
    return reportRepair(db, writer, { key: id, storeId, deviceId: about, fault, alarms: [] })
  }
  const found = await selectCase(db, scopeOf(writer.user), caseId)
  if (found?.storeId !== storeId) throw new Problem('repair.unknown')
  if (found.closedAt !== null) throw new Problem('help_desk.case_closed', {}, { caseId: 'choice' })
  return caseId
}
