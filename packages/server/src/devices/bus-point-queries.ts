import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { type BusKind, busKinds } from '@coldkeep/domain/points/point'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { PointName } from '../wording/point-name'

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
export async function insertBusCounts(
  db: Db,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  { periodSeconds, revision }: { readonly periodSeconds: number; readonly revision: number },
): Promise<readonly PointId[]> {
  const { next } = await db
    .selectFrom('point')
    .select(sql<number>`coalesce(max(position) + 1, 0)::int`.as('next'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('point')
    .values(
      busKinds.map((kind, index) => ({
        storeId,
        deviceId,
        position: next + index,
        name: busPointNames[kind],
        kind,
        unit: kind === 'bus_response_ms' ? ('ms' as const) : ('' as const),
      })),
    )
    .returning(['pointId', 'position'])
    .execute()
  const pointIds = inserted.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
  await db
    .insertInto('pointList')
    .values({
      storeId,
      deviceId,
      periodSeconds,
      valuePoints: pointIds,
      counterPoints: [],
      firstRevision: revision,
      lastRevision: null,
      countsBus: true,
    })
    .execute()
  return pointIds
}
