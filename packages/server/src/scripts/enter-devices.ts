import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { MissingDevice, PlacedCommand, UnplacedCommand } from '@coldkeep/domain/polling/place-script'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { insertDevice } from '../devices/device-row-queries'
import { insertPoints } from '../devices/point-queries'
import type { EnteredDevice } from './entered-device'

const POWER_KINDS: ReadonlySet<string> = new Set(['energy', 'power', 'reactive_energy'])

/**
 * Enters the devices that a script asks and a store lacks, as whoever sent it said. Of what nothing was said, what is
 * metered is taken for a meter, all else for a case whose temperature zone is still to be entered.
 */
export async function enterDevices(
  trx: Db,
  storeId: StoreId,
  missing: readonly MissingDevice[],
  { entered, now }: { readonly entered: readonly EnteredDevice[]; readonly now: EpochMs },
): Promise<void> {
  for (const { terminalId, command } of missing) {
    const { deviceModelId, deviceName: name, unitId, brand, model } = command
    const known = entered.find((one) => one.unitId === unitId && one.brand === brand && one.model === model)
    const type = known?.type ?? likelyType(command)
    const zone = known?.zone ?? null
    const use = { commissionedAt: now, removedAt: null }
    await insertDevice(trx, { storeId, terminalId, deviceModelId, name, unitId, type, zone, ...use })
  }
}

/** As long as it is not entered. */
export function likelyType({ published }: UnplacedCommand): DeviceType {
  const points: readonly ModelPoint[] = published?.points ?? []
  return points.some(({ kind }) => POWER_KINDS.has(kind)) ? 'sub_meter' : 'doored_case'
}

/** The points of all nodes of a command, in their order; those that the device lacks are made. */
export async function pointIdsOf(
  trx: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  { nodes }: PlacedCommand,
): Promise<PointId[]> {
  const lacking = nodes.filter(({ pointId }) => pointId === null)
  if (lacking.length === 0) return nodes.flatMap(({ pointId }) => (pointId === null ? [] : [pointId]))
  const ids = await insertPoints(
    trx,
    { storeId, deviceId },
    lacking.map(({ node: { name, kind, unit } }) => ({ name, kind, unit })),
  )
  return nodes.flatMap(({ pointId }) => pointId ?? ids.shift() ?? [])
}
