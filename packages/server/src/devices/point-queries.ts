import type { PointId } from '@coldkeep/domain/ids'
import type { PointKind, PointUnit } from '@coldkeep/domain/points/point'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { DeviceKeys } from './device-row-queries'

/** What a new point of a device is. */
export interface PointDraft {
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
}

/** Adds points behind those that a device has. @returns their ids in the same order */
export async function insertPoints(
  trx: Db,
  { storeId, deviceId }: DeviceKeys,
  points: readonly PointDraft[],
): Promise<PointId[]> {
  const { next } = await trx
    .selectFrom('point')
    .select(sql<number>`coalesce(max(position) + 1, 0)::int`.as('next'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
  const made = await trx
    .insertInto('point')
    .values(points.map((point, index) => ({ storeId, deviceId, position: next + index, ...point })))
    .returning(['pointId', 'position'])
    .execute()
  return made.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
}
