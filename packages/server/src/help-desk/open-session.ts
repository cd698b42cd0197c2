import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { Db, Trx } from '../db/connect'
import { selectCase } from '../repair/case-queries'
import { openCase } from '../repair/report-repair'
import type { CaseWriter } from '../repair/write-case'
import { reservePoints } from '../service-points/post-act'
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
 * @throws Problem `store.unknown`, `device.unknown`, `repair.unknown`, `help_desk.taken`, `help_desk.no_points`,
 * `help_desk.fault_missing`, `help_desk.case_closed`, `access.equipment`
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
  const helpSessionId = order.id
  await db.transaction().execute(async (trx) => {
    await refuseTaken(trx, writer, order)
    const repairCaseId = await caseFor(trx, writer, { ...order, storeId, devices: deviceIds })
    const row = { storeId, helpSessionId, repairCaseId, deviceIds, accountId: user.accountId }
    const times = { accountName: user.name, openedAt: now, seenAt: now, endedAt: null, outcome: null }
    if (!(await insertSession(trx, { ...row, ...times }))) {
      // of somebody who was faster, and then nothing is left of this one; else the same request came twice at once
      await refuseTaken(trx, writer, order)
      return
    }
    const paid = await reservePoints(trx, actOfHelp({ storeId, helpSessionId }, user, now))
    if (!paid.ok) throw new Problem('help_desk.no_points')
    const devices = deviceIds.flatMap((id) => names.get(id) ?? [])
    const place = { storeId, helpSessionId, repairCaseId, deviceIds }
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
async function caseFor(trx: Trx, writer: CaseWriter, order: HelpOrder): Promise<RepairCaseId> {
  const { caseId, fault, id, storeId, devices } = order
  if (caseId === null) {
    if (fault === '') throw new Problem('help_desk.fault_missing', {}, { fault: 'missing' })
    const [deviceId] = devices
    const about = devices.length === 1 && deviceId !== undefined ? deviceId : null
    return openCase(trx, writer, { key: id, storeId, deviceId: about, fault, alarms: [] })
  }
  const found = await selectCase(trx, scopeOf(writer.user), caseId)
  if (found?.storeId !== storeId) throw new Problem('repair.unknown')
  if (found.closedAt !== null) throw new Problem('help_desk.case_closed', {}, { caseId: 'choice' })
  return caseId
}
