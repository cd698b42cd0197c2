import { Problem } from '@coldkeep/contract/problem'
import { lockAlarmStores } from '../../alarms/watch-queries'
import type { Handlers } from '../../http/bind-call'
import { selectScope, selectStoreInScope } from '../../http/scope'
import { withdrawWritesTo } from '../../writes/follow-writes'
import { checkPort, checkUnit, lockTerminal } from './check-place'
import { countEquipment, selectEquipment } from './list-queries'
import { presentEquipment } from './present-equipment'
import {
  auditEquipment,
  checkDraft,
  checkMayWrite,
  type Draft,
  deviceIn,
  figuresOf,
  lockDevice,
  modelOf,
  restartBaseline,
} from './write-device'

type DeviceCall = 'listEquipment' | 'addEquipment' | 'changeEquipment' | 'swapEquipment'

export const equipmentDeviceHandlers = {
  listEquipment: async ({ db, user, query, clock }) => {
    const now = clock.now()
    const scope = await selectScope(db, user, query.depart)
    const store = query.storeid === null ? null : await selectStoreInScope(db, scope, query.storeid)
    const { page, page_size, sort, type, zone, state } = query
    const filter = {
      scope,
      storeId: store?.storeId ?? null,
      type: type === 'all' ? null : type,
      zone: zone === 'all' ? null : zone,
      state: state === 'all' ? null : state,
      withRetired: query.retired === 'with',
      text: query.key.trim(),
    }
    const paging = { offset: (page - 1) * page_size, limit: page_size }
    const [rows, total] = await Promise.all([
      selectEquipment(db, filter, sort, paging, now),
      countEquipment(db, filter, now),
    ])
    return { devices: rows.map(presentEquipment), total, page, page_size }
  },

  addEquipment: async ({ db, user, body: { store, ...draft }, clock }) => {
    const now = clock.now()
    checkDraft(draft)
    return db.transaction().execute(async (trx) => {
      const scope = await selectScope(trx, user)
      const { storeId } = await selectStoreInScope(trx, scope, store).catch(namingStore)
      checkMayWrite(user, [draft])
      const place = { storeId, ...placeOf(draft) }
      await lockTerminal(trx, place)
      await checkPort(trx, place)
      await checkUnit(trx, place, null)
      const deviceModelId = await modelOf(trx, draft)
      const { deviceId } = await trx
        .insertInto('device')
        .values({ storeId, deviceModelId, ...columnsOf(draft), commissionedAt: now, removedAt: null })
        .returning('deviceId')
        .executeTakeFirstOrThrow()
      await auditEquipment(trx, { user, now }, 'add', { storeId, deviceId }, draft)
      return presentEquipment(await deviceIn(trx, scope, deviceId, now))
    })
  },

  changeEquipment: async ({ db, user, params, body: { revision, ...draft }, clock }) => {
    const now = clock.now()
    checkDraft(draft)
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, { revision }, now)
      if (row.removedAt !== null) throw new Problem('equipment.retired')
      checkMayWrite(user, [draft])
      const { storeId, deviceId } = row
      const place = { storeId, ...placeOf(draft) }
      const isMoved = place.terminalId !== row.terminalId
      // what was read from it belongs to the terminal that read it
      if (isMoved && row.hasPoints) throw new Problem('equipment.terminal_fixed', {}, { terminal: 'choice' })
      if (isMoved) await lockTerminal(trx, place)
      if (isMoved || place.portId !== row.portId) await checkPort(trx, place)
      await checkUnit(trx, place, deviceId)
      const isOtherModel = draft.brand !== row.brand || draft.model !== row.model
      const isElsewhere = isMoved || place.portId !== row.portId || place.unitId !== row.unitId
      if (isElsewhere || isOtherModel) await withdrawWritesTo(trx, row, now)
      await trx
        .updateTable('device')
        .set({
          ...columnsOf(draft),
          deviceModelId: isOtherModel ? await modelOf(trx, draft) : row.deviceModelId,
          revision: row.revision + 1,
        })
        .where('storeId', '=', storeId)
        .where('deviceId', '=', deviceId)
        .execute()
      if (draft.type !== row.type || draft.zone !== row.zone) {
        await restartBaseline(trx, row, now)
        // the limits of its zone hold for its alarms from the next reading on
        await lockAlarmStores(trx, [storeId])
      }
      await auditEquipment(trx, { user, now }, 'change', row, { ...draft, before: figuresOf(row) })
      return presentEquipment(await deviceIn(trx, await selectScope(trx, user), deviceId, now))
    })
  },

  swapEquipment: async ({ db, user, params, body, clock }) => {
    const now = clock.now()
    const { brand, model, port: portId, unit_id: unitId, reason } = body
    return db.transaction().execute(async (trx) => {
      const row = await lockDevice(trx, user, params.deviceid, body, now)
      if (row.removedAt !== null) throw new Problem('equipment.retired')
      const { storeId, deviceId, terminalId } = row
      const place = { storeId, terminalId, portId, unitId }
      if (portId !== row.portId) await checkPort(trx, place)
      await checkUnit(trx, place, deviceId)
      const isOtherModel = brand !== row.brand || model !== row.model
      const deviceModelId = isOtherModel ? await modelOf(trx, body) : row.deviceModelId
      await trx
        .updateTable('device')
        .set({ deviceModelId, portId, unitId, revision: row.revision + 1 })
        .where('storeId', '=', storeId)
        .where('deviceId', '=', deviceId)
        .execute()
      if (isOtherModel) await restartBaseline(trx, row, now)
      await withdrawWritesTo(trx, row, now)
      const { brand: oldBrand, model: oldModel, portId: oldPort, unitId: oldUnit } = row
      const before = { brand: oldBrand, model: oldModel, port: oldPort, unit_id: oldUnit }
      const after = { brand, model, port: portId, unit_id: unitId }
      await auditEquipment(trx, { user, now }, 'swap', row, { ...after, reason, before })
      return presentEquipment(await deviceIn(trx, await selectScope(trx, user), deviceId, now))
    })
  },
} satisfies Pick<Handlers, DeviceCall>

function placeOf({ terminal, port, unit_id }: Draft) {
  return { terminalId: terminal, portId: port, unitId: unit_id }
}

function columnsOf(draft: Draft) {
  const { name, type, zone, contracted_kw, demand_interval_minutes } = draft
  const demand = { contractedKw: contracted_kw, demandIntervalMinutes: demand_interval_minutes }
  return { name, type, zone, ...demand, ...placeOf(draft) }
}

/** The same refusal, with the field that it is about. */
function namingStore(refusal: unknown): never {
  if (!(refusal instanceof Problem)) throw refusal
  throw new Problem(refusal.code, refusal.values, { store: 'choice' })
}
