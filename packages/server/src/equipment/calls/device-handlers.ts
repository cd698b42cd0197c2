import { Problem } from '@coldkeep/contract/problem'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { updateDeviceRow } from '../../devices/device-row-queries'
import type { FieldLink } from '../../terminals/field-link'
import { withdrawWritesTo } from '../../writes/withdraw-writes'
import { changePolling } from '../change-polling'
import { checkPort, checkUnit } from '../check-place'
import { placeOf } from '../device-fields'
import type { DeviceListener } from '../device-listener'
import { countEquipment, selectEquipment } from '../list-queries'
import { addDevice, updateDevice } from '../put-device'
import { presentEquipment } from '../words/present-equipment'
import { auditEquipment, checkDraft, deviceIn, lockDevice, modelOf } from '../write-device'

type DeviceCall = 'listEquipment' | 'addEquipment' | 'changeEquipment' | 'swapEquipment'

/** What changing devices needs. */
interface EquipmentDeviceCallParts {
  readonly field: Pick<FieldLink, 'wake'>
  readonly listener: DeviceListener
}

export function equipmentDeviceHandlers({
  field,
  listener,
}: EquipmentDeviceCallParts): Pick<Handlers, DeviceCall> {
  return {
    listEquipment: async ({ db, user, query, clock }) => {
      const now = clock.now()
      const scope = await selectScope(db, user, query.departmentId)
      const store = query.storeId === null ? null : await selectStoreInScope(db, scope, query.storeId)
      const { page, pageSize, sort, type, zone, state } = query
      const filter = {
        scope,
        storeId: store?.storeId ?? null,
        type: type === 'all' ? null : type,
        zone: zone === 'all' ? null : zone,
        state: state === 'all' ? null : state,
        withRetired: query.retired === 'with',
        fridge: { brand: query.fridgeBrandId, type: query.fridgeTypeId, location: query.fridgeLocationId },
        text: query.search.trim(),
      }
      const paging = { offset: (page - 1) * pageSize, limit: pageSize }
      const [rows, total] = await Promise.all([
        selectEquipment(db, filter, sort, paging, now),
        countEquipment(db, filter, now),
      ])
      return { devices: rows.map(presentEquipment), total, page, pageSize }
    },

    addEquipment: async ({ db, user, body: { storeId: store, ...draft }, clock }) => {
      const now = clock.now()
      checkDraft(draft)
      return db.transaction().execute(async (trx) => {
        const scope = scopeOf(user)
        const { storeId } = await selectStoreInScope(trx, scope, store).catch(namingStore)
        const deviceId = await addDevice(trx, { user, now }, storeId, draft)
        await checkUnit(trx, { storeId, ...placeOf(draft) }, deviceId)
        return presentEquipment(await deviceIn(trx, scope, deviceId, now))
      })
    },

    changeEquipment: async ({ db, user, params, body: { revision, ...draft }, clock }) => {
      const now = clock.now()
      checkDraft(draft)
      const changed = await db.transaction().execute(async (trx) => {
        const row = await lockDevice(trx, user, params.deviceId, { revision }, now)
        const { storeId, deviceId } = row
        const place = await updateDevice(trx, { user, now, listener }, row, draft)
        await checkUnit(trx, { storeId, ...placeOf(draft) }, deviceId)
        if (place !== undefined) await changePolling(trx, { user, now }, row, new Map([[deviceId, place]]))
        return presentEquipment(await deviceIn(trx, scopeOf(user), deviceId, now))
      })
      field.wake()
      return changed
    },

    swapEquipment: async ({ db, user, params, body, clock }) => {
      const now = clock.now()
      const { brand, model, port: portId, unitId, reason } = body
      const swapped = await db.transaction().execute(async (trx) => {
        const row = await lockDevice(trx, user, params.deviceId, body, now)
        if (row.removedAt !== null) throw new Problem('equipment.retired')
        const { storeId, deviceId, terminalId } = row
        const place = { storeId, terminalId, portId, unitId }
        if (portId !== row.portId) await checkPort(trx, place)
        await checkUnit(trx, place, deviceId)
        const isOtherModel = brand !== row.brand || model !== row.model
        const deviceModelId = isOtherModel ? await modelOf(trx, storeId, body) : row.deviceModelId
        await updateDeviceRow(trx, row, { deviceModelId, portId, unitId, revision: row.revision + 1 })
        if (isOtherModel) await listener.altered(trx, row, localDateOf(row.timeZone, now))
        await withdrawWritesTo(trx, row, 'swapped', now)
        const { brand: oldBrand, model: oldModel, portId: oldPort, unitId: oldUnit } = row
        const before = { brand: oldBrand, model: oldModel, port: oldPort, unitId: oldUnit }
        const after = { brand, model, port: portId, unitId }
        await auditEquipment(trx, { user, now }, 'swap', row, { ...after, reason, before })
        // a controller of another model does not understand the commands of the old one
        const polled = isOtherModel ? null : { portId, unitId }
        await changePolling(trx, { user, now }, row, new Map([[deviceId, polled]]))
        return presentEquipment(await deviceIn(trx, scopeOf(user), deviceId, now))
      })
      field.wake()
      return swapped
    },
  }
}

/** The same refusal, with the field that it is about. */
function namingStore(refusal: unknown): never {
  if (!(refusal instanceof Problem)) throw refusal
  throw new Problem(refusal.code, refusal.values, { store: 'choice' })
}
