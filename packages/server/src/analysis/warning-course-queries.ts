import type { UsualScores } from '@coldkeep/domain/alarms/early-warning'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** A stretch of time of a device. */
export interface DeviceStretch {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly from: EpochMs
  readonly to: EpochMs
}

interface ScoresOfStretch {
  /** Which of the stretches, from 1. */
  readonly position: number
  readonly firstAt: EpochMs
  readonly scores: readonly (number | null)[]
}

/** The days with scores of stretches, oldest first; a day more at each end, since days begin by the clock of stores. */
export async function selectScoresOf(
  db: Db,
  stretches: readonly DeviceStretch[],
): Promise<ScoresOfStretch[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<ScoresOfStretch>`
    select stretch.position::int, day.first_at, day.scores
    from unnest(${stretches.map(({ storeId }) => storeId)}::int[],
      ${stretches.map(({ deviceId }) => deviceId)}::bigint[],
      ${stretches.map(({ from }) => instantText(from))}::timestamptz[],
      ${stretches.map(({ to }) => instantText(to))}::timestamptz[])
      with ordinality stretch (store_id, device_id, from_at, to_at, position)
    join score_day day on day.store_id = stretch.store_id and day.device_id = stretch.device_id
      and day."on" >= (stretch.from_at at time zone 'UTC')::date - 1
      and day."on" <= (stretch.to_at at time zone 'UTC')::date + 1
    order by stretch.position, day."on"`.execute(db)
  return rows
}

interface KnownUsual extends UsualScores {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/** What is usual for devices that have a baseline. */
export async function selectUsualScores(
  db: Db,
  devices: readonly Pick<DeviceStretch, 'storeId' | 'deviceId'>[],
): Promise<KnownUsual[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<KnownUsual>`
    select known.store_id, known.device_id, known.usual_score as score, known.intensity
    from device_health known
    where known.store_id = any(${devices.map(({ storeId }) => storeId)}::int[])
      and known.device_id = any(${devices.map(({ deviceId }) => deviceId)}::bigint[])
      and known.intensity is not null`.execute(db)
  return rows
}
