import type { PointId } from '@coldkeep/domain/ids'
import { type BusKind, busKinds } from '@coldkeep/domain/points/point'
import type { Db } from '../db/connect'
import type { DeviceKeys } from '../devices/device-row-queries'
import { insertPoints } from '../devices/point-queries'
import type { PointName } from '../wording/point-name'
import { insertCountList } from './bus-count-queries'

const busPointNames: Record<BusKind, PointName> = {
  bus_requests: 'Bus requests',
  bus_answers: 'Bus answers',
  bus_timeouts: 'Bus timeouts',
  bus_bad_frames: 'Bus malformed answers',
  bus_exceptions: 'Bus refusals',
  bus_overruns: 'Cycles left out',
  bus_response_ms: 'Bus response time',
}

/**
 * Adds the points as which a terminal reports the outcome of its requests to a device.
 * @returns their ids in the order of the kinds
 */
export async function addBusCounts(
  trx: Db,
  device: DeviceKeys,
  { periodSeconds, revision }: { readonly periodSeconds: number; readonly revision: number },
): Promise<readonly PointId[]> {
  const pointIds = await insertPoints(
    trx,
    device,
    busKinds.map((kind) => ({
      name: busPointNames[kind],
      kind,
      unit: kind === 'bus_response_ms' ? 'ms' : '',
    })),
  )
  await insertCountList(trx, device, { periodSeconds, revision, pointIds })
  return pointIds
}
