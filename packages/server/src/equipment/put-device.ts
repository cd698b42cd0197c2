import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { NewPlace } from '@coldkeep/domain/polling/carry-on'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { lockAlarmStores } from '../devices/alarm-store-queries'
import { insertDevice, updateDeviceRow } from '../devices/device-row-queries'
import { withdrawWritesTo } from '../writes/withdraw-writes'
import { checkFridge, noFridge } from './check-fridge'
import { checkPort, lockTerminal } from './check-place'
import { auditedOf, columnsOf, type Draft, fieldsOf, placeOf } from './device-fields'
import type { DeviceListener } from './device-listener'
import type { EquipmentRow } from './list-queries'
import { auditEquipment, checkMayWrite, modelOf } from './write-device'

interface PutDeviceContext {
  readonly user: SignedIn
  readonly now: EpochMs
  readonly listener: DeviceListener
}

/**
 * Adds a device to a terminal of the store, and audits it. The caller checks that its unit is free.
 * @throws Problem `access.equipment`, `terminal.unknown`, `port.unknown`, `port.needed`, `model.unknown`,
 * `fridge.not_in_list`
 */
export async function addDevice(
  trx: Trx,
  { user, now }: Omit<PutDeviceContext, 'listener'>,
  storeId: StoreId,
  draft: Draft,
): Promise<DeviceId> {
  checkMayWrite(user, [draft])
  const place = { storeId, ...placeOf(draft) }
  await lockTerminal(trx, place)
  await checkPort(trx, place)
  const deviceModelId = await modelOf(trx, storeId, draft)
  await checkFridge(trx, storeId, draft, noFridge)
  const columns = { storeId, deviceModelId, ...columnsOf(draft), commissionedAt: now, removedAt: null }
  const deviceId = await insertDevice(trx, columns)
  await auditEquipment(trx, { user, now }, 'add', { storeId, deviceId }, auditedOf(draft))
  return deviceId
}

/**
 * Changes the record of a locked device, and audits it. The caller checks that its unit is free.
 * @returns where it is polled from now on; `undefined`: as before
 * @throws Problem as {@link addDevice}, `equipment.retired`, and `equipment.terminal_fixed` once something
 * was read
 */
export async function updateDevice(
  trx: Trx,
  { user, now, listener }: PutDeviceContext,
  row: EquipmentRow,
  draft: Draft,
): Promise<NewPlace | undefined> {
  if (row.removedAt !== null) throw new Problem('equipment.retired')
  checkMayWrite(user, [draft])
  const { storeId } = row
  const place = { storeId, ...placeOf(draft) }
  const isMoved = place.terminalId !== row.terminalId
  // what was read from it belongs to the terminal that read it
  if (isMoved && row.hasPoints) throw new Problem('equipment.terminal_fixed', {}, { terminal: 'choice' })
  if (isMoved) await lockTerminal(trx, place)
  if (isMoved || place.portId !== row.portId) await checkPort(trx, place)
  const isOtherModel = draft.brand !== row.brand || draft.model !== row.model
  await checkFridge(trx, storeId, draft, row)
  const isElsewhere = isMoved || place.portId !== row.portId || place.unitId !== row.unitId
  if (isElsewhere || isOtherModel) await withdrawWritesTo(trx, row, 'changed', now)
  await updateDeviceRow(trx, row, {
    ...columnsOf(draft),
    deviceModelId: isOtherModel ? await modelOf(trx, storeId, draft) : row.deviceModelId,
    revision: row.revision + 1,
  })
  if (draft.type !== row.type || draft.zone !== row.zone) {
    await listener.altered(trx, row, localDateOf(row.timeZone, now))
    // the limits of its zone hold for its alarms from the next reading on
    await lockAlarmStores(trx, [storeId])
  }
  await auditEquipment(trx, { user, now }, 'change', row, {
    ...auditedOf(draft),
    before: auditedOf(fieldsOf(row)),
  })
  if (isOtherModel) return null
  return isElsewhere ? { portId: place.portId, unitId: place.unitId } : undefined
}
