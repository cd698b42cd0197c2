import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Observed } from '@coldkeep/domain/parameters/compare'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { instantText } from '../db/instants'
import type { DeviceKey } from './device-queries'

/** What was last read of the parameters of some devices, by device and code. */
export async function selectObserved(
  db: Db,
  devices: readonly DeviceKey[],
): Promise<ReadonlyMap<DeviceId, ReadonlyMap<string, Observed>>> {
  if (devices.length === 0) return new Map()
  const rows = await db
    .selectFrom('parameterValue')
    .select(['deviceId', 'code', 'value', 'quality', 'at'])
    .where(sql<SqlBool>`store_id = any(${[...new Set(devices.map(({ storeId }) => storeId))]}::int[])`)
    .where(sql<SqlBool>`device_id = any(${devices.map(({ deviceId }) => deviceId)}::bigint[])`)
    .execute()
  return new Map(
    [...groupBy(rows, ({ deviceId }) => deviceId)].map(([deviceId, own]) => [
      deviceId,
      new Map(own.map(({ code, value, quality, at }) => [code, { value, quality, at }])),
    ]),
  )
}

/** Keeps what was read; a reading that is older than the one that is known changes nothing. */
export async function upsertObserved(
  trx: Trx,
  storeId: StoreId,
  deviceId: DeviceId,
  read: ReadonlyMap<string, Observed>,
): Promise<void> {
  const rows = [...read].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (rows.length === 0) return
  await sql`
    insert into parameter_value (store_id, device_id, code, value, quality, at)
    select ${storeId}::int, ${deviceId}::bigint, code, value, quality, at from unnest(
      ${rows.map(([code]) => code)}::text[], ${rows.map(([, { value }]) => value)}::double precision[],
      ${rows.map(([, { quality }]) => quality)}::int[], ${rows.map(([, { at }]) => instantText(at))}::timestamptz[])
      as u (code, value, quality, at)
    on conflict (store_id, device_id, code) do update
      set value = excluded.value, quality = excluded.quality, at = excluded.at
      where parameter_value.at <= excluded.at`.execute(trx)
}
