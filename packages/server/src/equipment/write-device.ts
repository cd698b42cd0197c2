import { wireEquipment } from '@coldkeep/contract/areas/equipment'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import { type EquipmentKind, kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { DeviceId, DeviceModelId, StoreId } from '@coldkeep/domain/ids'
import { checkDevice, type DeviceFault, type DeviceKind } from '@coldkeep/domain/organisation/check-device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isOutdated, rowChanged } from '../access/row-changed'
import { type Scope, scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { modelUsedIn } from '../instructions/find-model'
import { lockTerminal } from './check-place'
import type { Draft } from './device-fields'
import { lockDeviceRow, selectDepartmentOf } from './equipment-queries'
import { type EquipmentRow, selectOneEquipment } from './list-queries'
import { presentEquipment } from './words/present-equipment'

const faultFields: Record<DeviceFault, readonly [field: string, problem: FieldProblem]> = {
  zone_missing: ['zone', 'missing'],
  zone_superfluous: ['zone', 'choice'],
  contract_superfluous: ['contractedKw', 'choice'],
  interval_superfluous: ['demandIntervalMinutes', 'choice'],
}

/** @throws Problem `request.malformed` that names what does not fit the type of the device */
export function checkDraft(draft: Draft): void {
  const faults = checkDevice(kindOf(draft))
  if (faults.length === 0) return
  throw new Problem('request.malformed', {}, Object.fromEntries(faults.map((fault) => faultFields[fault])))
}

function kindOf({ type, zone, contractedKw, demandIntervalMinutes }: Draft): DeviceKind {
  return { type, zone, contractedKw, demandIntervalMinutes }
}

/** @throws Problem `access.equipment` unless permissions of the caller name all of these for writing */
export function checkMayWrite(user: SignedIn, devices: readonly Parameters<typeof kindsOfDevice>[0][]): void {
  const kinds: EquipmentKind[] = devices.flatMap((device) => kindsOfDevice(device))
  if (!mayWrite(user.equipment, kinds)) throw new Problem('access.equipment')
}

/** @throws Problem `model.unknown` where the department of the store uses none of that name */
export async function modelOf(
  trx: Trx,
  storeId: StoreId,
  name: { readonly brand: string; readonly model: string },
): Promise<DeviceModelId> {
  return modelUsedIn(trx, await selectDepartmentOf(trx, storeId), name)
}

/**
 * A device that is about to be written, locked together with its terminal.
 * @throws Problem `device.unknown`, `access.equipment`, and `row.changed` where the revision is no longer the
 * current one
 */
export async function lockDevice(
  trx: Trx,
  user: SignedIn,
  deviceId: DeviceId,
  seen: { readonly revision?: number | undefined },
  now: EpochMs,
): Promise<EquipmentRow> {
  const scope = scopeOf(user)
  const found = await deviceIn(trx, scope, deviceId, now)
  // the terminal first, like everyone who changes what it polls
  await lockTerminal(trx, found)
  await lockDeviceRow(trx, found)
  const row = await deviceIn(trx, scope, deviceId, now)
  checkMayWrite(user, [row])
  if (isOutdated(seen, row)) throw rowChanged(wireEquipment, presentEquipment(row))
  return row
}

/** @throws Problem `device.unknown`, the same for one that does not exist, is elsewhere, or is withheld */
export async function deviceIn(
  db: Db,
  scope: Scope,
  deviceId: DeviceId,
  now: EpochMs,
): Promise<EquipmentRow> {
  const row = await selectOneEquipment(db, scope, deviceId, now)
  if (row === null) throw new Problem('device.unknown')
  return row
}

export type Act = 'add' | 'change' | 'retire' | 'restore' | 'swap' | 'calibrate' | 'uncalibrate'

/** @param subject the id of the device: its name may be another one some day */
export async function auditEquipment(
  trx: Trx,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
  act: Act,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  const kind = `equipment.${act}`
  const about = { storeId, deviceIds: [deviceId], subject: String(deviceId) }
  await addAudit(trx, { at: now, by, ...about, kind, detail, outcome: 'done' })
}
