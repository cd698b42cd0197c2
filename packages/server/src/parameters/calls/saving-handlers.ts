import type { Handlers } from '../../calls/bind-call'
import { selectParameters } from '../compare-devices'
import { placeOf } from '../place-of'
import { acceptSaving } from '../savings/accept-saving'
import {
  countSavingDevices,
  type SavingGroupKey,
  selectSavingDevices,
  selectSavingGroups,
} from '../savings/saving-queries'
import { presentSaving, presentSavingDevice } from '../words/present-saving'

type SavingCall = 'listSavings' | 'listSavingDevices' | 'acceptSaving'

/** What could be saved, and parameter files made of it. */
export const savingHandlers = {
  listSavings: async ({ db, user, query: { departmentId, storeId, page, pageSize } }) => {
    const scope = await placeOf(db, user, departmentId, storeId)
    const rows = await selectSavingGroups(db, { scope, storeId }, offsetOf(page, pageSize))
    const parameters = await selectParameters(db, [...new Set(rows.map((row) => row.deviceModelId))])
    return {
      savings: rows.map((row) => presentSaving(row, parameters.get(row.deviceModelId) ?? [])),
      ...{ total: rows[0]?.total ?? 0, page, pageSize },
    }
  },

  listSavingDevices: async ({ db, user, query }) => {
    const { departmentId, storeId, page, pageSize, kind, modelId } = query
    const scope = await placeOf(db, user, departmentId, storeId)
    const { code = null, before = null, value = null } = query
    const key: SavingGroupKey = { kind, deviceModelId: modelId, code, before, value }
    const devices = await selectSavingDevices(db, { scope, storeId }, key, offsetOf(page, pageSize))
    return {
      devices: devices.map(presentSavingDevice),
      total: await countSavingDevices(db, { scope, storeId }, key),
      ...{ page, pageSize },
    }
  },

  acceptSaving: async ({ db, user, body, clock, language, translate }) => {
    const { departmentId, storeId, modelId, deviceIds, ...key } = body
    const scope = await placeOf(db, user, departmentId, storeId)
    return db.transaction().execute((trx) =>
      acceptSaving(
        trx,
        { user, now: clock.now() },
        {
          place: { scope, storeId },
          departmentId: departmentId ?? user.departmentId,
          saving: { ...key, deviceModelId: modelId },
          deviceIds,
        },
        { language, translate },
      ),
    )
  },
} satisfies Pick<Handlers, SavingCall>

function offsetOf(page: number, pageSize: number) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
