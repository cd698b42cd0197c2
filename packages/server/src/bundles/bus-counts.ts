import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { type BusKind, busKinds, type PointKind } from '@coldkeep/domain/points/point'
import type { Db } from '../db/connect'
import { addBusCounts } from './add-bus-counts'
import { selectCountLists, selectCountPoints } from './bus-count-queries'
import type { BundleDocument, OwnPoint } from './compile-bundle'

/** A device costs 96 rows of seven numbers a day then, and the page of the day has bars enough. */
const PERIOD_SECONDS = 900
/** Counts do not depend on what is polled, so the list holds for readings of every revision. */
const EVERY_REVISION = 0

type CountedPoints = StatisticsSettings['devices'][number]['points']

/**
 * The devices whose requests a terminal is to count and as which points; devices that have none get them. A
 * device is counted at the unit of its first value.
 */
export async function prepareBusCounts(
  trx: Db,
  storeId: StoreId,
  document: BundleDocument,
  points: ReadonlyMap<PointId, OwnPoint>,
): Promise<StatisticsSettings> {
  const units = unitsOf(document, points)
  const current = await countedOf(trx, storeId, [...units.keys()])
  const periodSeconds = current.periodSeconds ?? PERIOD_SECONDS
  const devices: StatisticsSettings['devices'] = []
  for (const [deviceId, unit] of units) {
    const counted =
      current.points.get(deviceId) ?? (await makePoints(trx, { storeId, deviceId }, periodSeconds))
    if (counted.length > 0) devices.push({ ...unit, points: counted })
  }
  return { periodSeconds, devices }
}

function unitsOf({ scripts }: BundleDocument, points: ReadonlyMap<PointId, OwnPoint>) {
  const units = new Map<DeviceId, { readonly portId: string; readonly unitId: number }>()
  for (const { portId, unitId, nodes } of scripts.flatMap(({ commands }) => commands)) {
    for (const { pointId } of nodes) {
      const deviceId = points.get(pointId)?.deviceId
      if (deviceId !== undefined && !units.has(deviceId)) units.set(deviceId, { portId, unitId })
    }
  }
  return units
}

async function countedOf(trx: Db, storeId: StoreId, deviceIds: readonly DeviceId[]) {
  const found = new Map<DeviceId, CountedPoints>()
  if (deviceIds.length === 0) return { periodSeconds: null, points: found }
  const lists = await selectCountLists(trx, storeId, deviceIds)
  const rows = await selectCountPoints(trx, storeId, deviceIds)
  const kinds = new Map(rows.map(({ pointId, kind }) => [pointId, kind]))
  for (const { deviceId, valuePoints } of lists) {
    found.set(
      deviceId,
      valuePoints.flatMap((pointId) => {
        const kind = kinds.get(pointId)
        return kind !== undefined && isBusKind(kind) ? [{ pointId, kind }] : []
      }),
    )
  }
  return { periodSeconds: lists[0]?.periodSeconds ?? null, points: found }
}

async function makePoints(
  trx: Db,
  device: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  periodSeconds: number,
): Promise<CountedPoints> {
  const made = await addBusCounts(trx, device, { periodSeconds, revision: EVERY_REVISION })
  // one for each kind, in their order
  return busKinds.flatMap((kind, place) => {
    const pointId = made[place]
    return pointId === undefined ? [] : [{ pointId, kind }]
  })
}

function isBusKind(kind: PointKind): kind is BusKind {
  return busKinds.some((one) => one === kind)
}
