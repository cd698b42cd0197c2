import type { StatisticsSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { busKinds } from '@coldkeep/domain/points/point'
import { addBusCounts } from '@coldkeep/server/bundles/add-bus-counts'
import type { Db } from '@coldkeep/server/db/connect'
import type { FleetStore } from '@coldkeep/simulator/fleet/fleet'
import { FIRST_REVISION, type PlantedDevice, type PlantedStore } from './planted'

/** Often enough for a first bar on the first page. */
const PERIOD_SECONDS = 300

/**
 * As which points the real terminal of a store reports the health of its bus; they are made where they are missing,
 * since a
 * demo may have been planted before there were any.
 */
export async function busCountsOf(
  db: Db,
  store: FleetStore,
  planted: PlantedStore,
  portId: string,
): Promise<StatisticsSettings> {
  const devices: StatisticsSettings['devices'] = []
  for (const [index, { unitId }] of store.devices.entries()) {
    const device = planted.devices[index]
    if (device === undefined) continue
    const pointIds = await pointsOf(db, planted, device)
    const points = busKinds.flatMap((kind, place) => {
      const pointId = pointIds[place]
      return pointId === undefined ? [] : [{ pointId, kind }]
    })
    devices.push({ portId, unitId, points })
  }
  return { periodSeconds: PERIOD_SECONDS, devices }
}

async function pointsOf(db: Db, { storeId }: PlantedStore, { deviceId }: PlantedDevice) {
  const made = await db
    .selectFrom('pointList')
    .select('valuePoints')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('countsBus', '=', true)
    .executeTakeFirst()
  if (made) return made.valuePoints
  const revision = FIRST_REVISION
  return addBusCounts(db, { storeId, deviceId }, { periodSeconds: PERIOD_SECONDS, revision })
}
