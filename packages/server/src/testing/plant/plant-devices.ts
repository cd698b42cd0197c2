import type { DeviceId, PointId, PointListId } from '@coldkeep/domain/ids'
import type { Device } from '@coldkeep/domain/organisation/device'
import { isCounter, type Point } from '@coldkeep/domain/points/point'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'

/** A device that has no id yet, with what one script reads from it, in order. */
export interface DeviceDraft extends Omit<Device, 'id'> {
  readonly commissionedAt: EpochMs
  readonly periodSeconds: number
  /** Revision of the terminal's settings from which on the points are read. */
  readonly revision: number
  readonly points: readonly PointDraft[]
  /** Of a main meter: the power that is paid for, and the minutes over which demand is measured. */
  readonly contractedKw?: number
  readonly demandIntervalMinutes?: 15 | 30
}

interface PointDraft extends Omit<Point, 'id' | 'storeId' | 'deviceId'> {
  /** Of a counter that starts again some day: at what, in its own unit. */
  readonly counterEndsAt?: number
}

export interface InsertedDevice {
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  /** In the order of the draft. */
  readonly pointIds: readonly PointId[]
}

/** Adds a device with its points and the list in which they are read. */
export async function insertDevice(db: Db, draft: DeviceDraft): Promise<InsertedDevice> {
  const { points, periodSeconds, revision, modelId, ...device } = draft
  const { storeId } = draft
  const { deviceId } = await db
    .insertInto('device')
    .values({ ...device, deviceModelId: modelId, removedAt: null })
    .returning('deviceId')
    .executeTakeFirstOrThrow()
  const inserted = await db
    .insertInto('point')
    .values(points.map((point, position) => ({ ...point, storeId, deviceId, position })))
    .returning(['pointId', 'position'])
    .execute()
  const pointIds = inserted.sort((a, b) => a.position - b.position).map(({ pointId }) => pointId)
  const idsOf = (counter: boolean) =>
    pointIds.filter((_, index) => counter === isCounter((points[index] as Point).kind))
  const { pointListId } = await db
    .insertInto('pointList')
    .values({
      storeId,
      deviceId,
      periodSeconds,
      valuePoints: idsOf(false),
      counterPoints: idsOf(true),
      firstRevision: revision,
      lastRevision: null,
    })
    .returning('pointListId')
    .executeTakeFirstOrThrow()
  return { deviceId, pointListId, pointIds }
}
