import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'

/** Devices of a store, or of wherever they are. */
export interface TargetQuery {
  readonly scope: Scope
  readonly storeId: StoreId | null
  /** `null`: all of the store that are in use. */
  readonly deviceIds: readonly DeviceId[] | null
  /** Held until the end of the transaction, so that two people do not write to one device at once. */
  readonly locks?: boolean
}

/** Devices of one store that the caller may see with their terminals, in the order of their names. */
export function selectTargetRows(db: Db, { scope, storeId, deviceIds, locks }: TargetQuery) {
  return db
    .selectFrom('device')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .innerJoin('terminal', 'terminal.terminalId', 'device.terminalId')
    .leftJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .select([
      'device.storeId',
      'device.deviceId',
      'device.name',
      'device.type',
      'device.zone',
      'device.unitId',
      'device.portId',
      'device.terminalId',
      'device.removedAt',
      'device.deviceModelId',
      'deviceModel.brand',
      'deviceModel.model as modelName',
      'deviceModel.note as modelNote',
      'terminal.isEnabled',
      'terminalState.connection',
      'terminalState.since',
      'terminalState.program',
      'terminalState.revision as runningRevision',
    ])
    .$if(storeId !== null, (query) => query.where('device.storeId', '=', storeId as StoreId))
    .where(isShown(scope, 'device'))
    .$if(deviceIds === null, (query) => query.where('device.removedAt', 'is', null))
    .$if(deviceIds !== null, (query) => query.where('device.deviceId', 'in', deviceIds as DeviceId[]))
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .$if(locks === true, (query) => query.forUpdate('device'))
    .execute()
}

export type TargetRow = Awaited<ReturnType<typeof selectTargetRows>>[number]
