import type { WireControl } from '@coldkeep/contract/areas/writes'
import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId } from '@coldkeep/domain/ids'
import { takesValue } from '@coldkeep/domain/polling/check-write-row'
import type { ModelPoint, ModelTables, ModelWrite } from '@coldkeep/domain/polling/device-model'
import { findPoint } from '@coldkeep/domain/polling/fill-write'
import { judgedWrite } from '@coldkeep/domain/writes/judge-effect'
import { usualRange } from '@coldkeep/domain/writes/judge-risk'
import type { Translate } from '@coldkeep/phrases/keys'
import { type Scope, scopeOf, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectDevice } from '../../devices/device-queries'
import { pointName } from '../../wording/point-name'
import { selectKnownValues } from '../known-values'
import { hindranceOf, knownModelOf, selectWriteTargets, type WriteTarget } from '../write-targets'

type KnownValues = Awaited<ReturnType<typeof selectKnownValues>>

export const controlHandlers = {
  listOperableDevices: async ({ db, user, query, translate }) => {
    const scope = scopeOf(user)
    const { storeId, code, name, zone } = await selectStoreInScope(db, scope, query.storeId)
    const targets = await selectWriteTargets(db, { scope, storeId, deviceIds: null })
    return {
      store: { id: storeId, code, name, zone },
      devices: targets.map((target) => ({
        id: target.deviceId,
        name: target.name,
        type: target.type,
        zone: target.zone,
        brand: target.brand,
        model: target.modelName,
        hindrance: hindranceOf(target, user),
        controls: (target.model?.tables.writes ?? []).map(({ commandCode, note, effect }) => ({
          code: commandCode,
          note: pointName(note, translate),
          effect,
        })),
      })),
    }
  },

  getControls: async ({ db, user, params, clock, translate }) => {
    const scope = scopeOf(user)
    const { target, store } = await findTarget(db, scope, params.deviceId)
    const known = await selectKnownValues(db, target, clock.now())
    const tables = target.model?.tables ?? { commands: [], writes: [] }
    return {
      id: target.deviceId,
      name: target.name,
      type: target.type,
      zone: target.zone,
      brand: target.brand,
      model: target.modelName,
      modelNote: target.modelNote,
      modelVersion: target.model?.version ?? null,
      unitId: target.unitId,
      store,
      terminal: {
        id: target.terminalId,
        state: target.connection ?? 'never_seen',
        since: target.since,
      },
      hindrance: hindranceOf(target, user),
      controls: tables.writes.map((write) => controlOf(write, tables, { target, known, translate })),
    }
  },
} satisfies Pick<Handlers, 'listOperableDevices' | 'getControls'>

async function findTarget(db: Db, scope: Scope, deviceId: DeviceId) {
  const device = await selectDevice(db, scope, deviceId)
  if (device === null) throw new Problem('device.unknown')
  const { storeId, storeCode, storeName, timeZone } = device
  const [target] = await selectWriteTargets(db, { scope, storeId, deviceIds: [deviceId] })
  if (target === undefined) throw new Problem('device.unknown')
  return { target, store: { id: storeId, code: storeCode, name: storeName, zone: timeZone } }
}

function controlOf(
  write: ModelWrite,
  tables: ModelTables,
  {
    target,
    known,
    translate,
  }: { readonly target: WriteTarget; readonly known: KnownValues; readonly translate: Translate },
): WireControl {
  const judged = judgedWrite(write, tables, knownModelOf(target))
  const point = findPoint(tables.commands, write.pointName)?.point ?? null
  const { commandCode, note, effect, setsTo, lowest, highest } = write
  return {
    code: commandCode,
    note: pointName(note, translate),
    effect,
    judgedAs: judged.effect,
    point: pointName(write.pointName, translate),
    unit: point?.unit ?? '',
    takesValue: takesValue(write),
    setsTo,
    lowest,
    highest,
    step: point === null || !takesValue(write) ? null : stepOf(point),
    usual: takesValue(write) ? usualRange(judged, target.zone) : null,
    source: point?.source ?? '',
    present: known.get(write.pointName) ?? null,
  }
}

/** Of one in the register; a float has none. */
function stepOf({ numericFormat, divisor, multiplier }: ModelPoint): number | null {
  return numericFormat.startsWith('f') ? null : Math.abs(multiplier / divisor)
}
