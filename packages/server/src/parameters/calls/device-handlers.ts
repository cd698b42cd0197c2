import { parameterDeviceStates } from '@coldkeep/contract/areas/parameters'
import { Problem } from '@coldkeep/contract/problem'
import type { ParameterProfileId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { LIFE_WRITES, wornPlaceOf } from '@coldkeep/domain/writes/wear'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectPublished } from '../../instructions/model-version-queries'
import type { Rounds } from '../../tasks/rounds'
import { selectWear } from '../../writes/wear-queries'
import { mayOperate, selectWriteTargets } from '../../writes/write-targets'
import type { ComparableDevice } from '../device-queries'
import { markSeen, selectEvents } from '../event-queries'
import { countParameterDevices, type ShownState, selectParameterDevices } from '../list-queries'
import { selectObserved } from '../observed-queries'
import { selectProfileNames } from '../profile-queries'
import { isReadable, requestReading } from '../request-reading'
import { seenParameters } from '../seen-parameters'
import { presentComparison } from '../words/present-comparison'
import { presentParameterDevice } from '../words/present-device'
import { seenProfile } from './profile-handlers'

type DeviceCall =
  | 'readDeviceValues'
  | 'listParameterDevices'
  | 'readParameterDevice'
  | 'readParametersNow'
  | 'markDriftSeen'

/** What reading parameters needs. */
export interface ParameterDeviceParts {
  readonly field: Pick<Rounds, 'wake'>
}

export function parameterDeviceHandlers({ field }: ParameterDeviceParts) {
  return {
    readDeviceValues: async ({ db, user, query: { deviceId } }) => {
      const { device, parameters } = await seenParameters(db, user, deviceId)
      const observed = (await selectObserved(db, [device])).get(deviceId)
      return {
        modelId: device.deviceModelId,
        values: parameters.map((parameter) => ({
          parameter,
          observed: observed?.get(parameter.code) ?? null,
        })),
      }
    },

    listParameterDevices: async ({ db, user, query }) => {
      const {
        departmentId,
        storeId,
        modelId = null,
        profileId,
        state = null,
        search,
        sort,
        page,
        pageSize,
      } = query
      const scope = await selectScope(db, user, departmentId)
      if (storeId !== null) await selectStoreInScope(db, scope, storeId)
      const claimed = profileId === undefined ? null : await seenProfile(db, user, profileId)
      const filter = {
        ...{ scope, storeId, state, deviceIds: null, text: search },
        modelId: claimed?.deviceModelId ?? modelId,
      }
      const counts = await countParameterDevices(db, filter)
      const devices = await selectParameterDevices(db, filter, sort, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const states: readonly ShownState[] = state === null ? parameterDeviceStates : [state]
      return {
        devices: devices.map(presentParameterDevice),
        total: states.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
        counts: Object.fromEntries(parameterDeviceStates.map((one) => [one, counts.get(one) ?? 0])) as Record<
          (typeof parameterDeviceStates)[number],
          number
        >,
        ...{ page, pageSize },
      }
    },

    readParameterDevice: async ({ db, user, query: { deviceId }, clock }) => {
      const { device, row, compared, parameters } = await seenParameters(db, user, deviceId)
      const observed = (await selectObserved(db, [device])).get(deviceId) ?? new Map()
      const wear = await wearOfCodes(db, device, clock.now())
      const ids = compared.flatMap(({ desired }): ParameterProfileId[] => [
        desired.profileId,
        ...desired.rivals,
      ])
      const names = await selectProfileNames(db, user.departmentId, [...new Set(ids)])
      const known = { parameters, compared, observed, names, wear, life: LIFE_WRITES }
      const events = await selectEvents(db, device.storeId, deviceId)
      return { device: presentParameterDevice(row), ...presentComparison(known, events) }
    },

    readParametersNow: async ({ db, user, body: { deviceId }, clock }) => {
      const { device } = await seenParameters(db, user, deviceId)
      const now = clock.now()
      const by = { accountId: user.accountId, name: user.name }
      const requested = await db.transaction().execute(async (trx) => {
        const { storeId } = device
        const [target] = await selectWriteTargets(trx, {
          scope: scopeOf(user),
          storeId,
          deviceIds: [deviceId],
        })
        if (target === undefined) throw new Problem('device.unknown')
        if (!mayOperate(user, target)) throw new Problem('access.equipment', { device: target.name })
        if (!isReadable(target)) throw new Problem('parameter.unreadable', { device: target.name })
        return requestReading(trx, { storeId, deviceIds: [deviceId], by, now })
      })
      field.wake()
      const [first] = requested
      if (first === undefined) throw new Problem('parameter.none')
      return { command: first.commandId }
    },

    markDriftSeen: async ({ db, user, body: { deviceId, id }, clock }) => {
      const { device } = await seenParameters(db, user, deviceId)
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        const { storeId } = device
        if (!(await markSeen(trx, { storeId, deviceId, id }, user.name, now)))
          throw new Problem('parameter.event_unknown')
        await addAudit(trx, {
          at: now,
          by: { accountId: user.accountId, name: user.name },
          ...{ storeId, deviceIds: [deviceId], kind: 'parameter.seen', subject: '' },
          ...{ detail: { event: id }, outcome: 'done' as const },
        })
      })
      return {}
    },
  } satisfies Pick<Handlers, DeviceCall>
}

/** How often each parameter has been written, by its code. */
async function wearOfCodes(db: Db, { storeId, deviceId, deviceModelId }: ComparableDevice, now: EpochMs) {
  const worn = (await selectWear(db, storeId, [deviceId], now)).get(deviceId)
  const writes = (await selectPublished(db, [deviceModelId])).get(deviceModelId)?.tables.writes ?? []
  return new Map(
    writes.flatMap((write) => {
      const counts = worn?.get(wornPlaceOf(write) ?? '')
      return counts === undefined ? [] : [[write.commandCode, counts] as const]
    }),
  )
}
