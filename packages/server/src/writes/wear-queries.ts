import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { WriteCounts } from '@coldkeep/domain/writes/wear'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

/** A place in the memory of a device. */
interface WornPlace {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly place: string
}

const YEAR_DAYS = 365

/** Counts a write that goes out: whether it arrives is not known, and the memory of a device is not asked. */
export async function addWear(
  trx: Trx,
  { storeId, deviceId, place }: WornPlace,
  now: EpochMs,
): Promise<void> {
  await trx
    .insertInto('writeWear')
    .values({ storeId, deviceId, place, on: dayOf(now), writes: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['storeId', 'deviceId', 'place', 'on'])
        .doUpdateSet({ writes: sql<number>`write_wear.writes + 1` }),
    )
    .execute()
}

/** How often places of devices have been written from here: of those of a store, or of wherever they are. */
export async function selectWear(
  db: Db,
  storeId: StoreId | null,
  devices: readonly DeviceId[],
  now: EpochMs,
): Promise<ReadonlyMap<DeviceId, ReadonlyMap<string, WriteCounts>>> {
  if (devices.length === 0) return new Map()
  const today = dayOf(now)
  const rows = await db
    .selectFrom('writeWear')
    .select(['deviceId', 'place'])
    .select([
      sql<number>`coalesce(sum(writes) filter (where "on" = ${today}::date), 0)::int`.as('today'),
      sql<number>`coalesce(sum(writes) filter (where "on" > ${dayOf(later(now, -days(YEAR_DAYS)))}::date), 0)::int`.as(
        'lastYear',
      ),
      sql<number>`sum(writes)::int`.as('ever'),
    ])
    .$if(storeId !== null, (query) => query.where('storeId', '=', storeId as StoreId))
    .where(sql<SqlBool>`device_id = any(${devices}::bigint[])`)
    .groupBy(['deviceId', 'place'])
    .execute()
  return new Map(
    [...groupBy(rows, ({ deviceId }) => deviceId)].map(([deviceId, own]) => [
      deviceId,
      new Map(
        own.map(({ place, today: writes, lastYear, ever }) => [place, { today: writes, lastYear, ever }]),
      ),
    ]),
  )
}

function dayOf(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10)
}
