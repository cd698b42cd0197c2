import type { DeviceId, DeviceModelId, StoreId } from '@coldkeep/domain/ids'
import type { ParameterState } from '@coldkeep/domain/parameters/compare'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { StateCounts } from '../db/parameter-tables'

/** How a device stands. */
export interface DeviceStatus {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly deviceModelId: DeviceModelId
  readonly state: ParameterState | null
  readonly counts: StateCounts
}

/** Keeps how devices stand. */
export async function upsertStatuses(db: Db, statuses: readonly DeviceStatus[]): Promise<void> {
  if (statuses.length === 0) return
  const rows = statuses.toSorted((a, b) => a.storeId - b.storeId || a.deviceId - b.deviceId)
  await sql`
    insert into parameter_device (store_id, device_id, device_model_id, state, counts)
    select store_id, device_id, device_model_id, state, counts::jsonb from unnest(
      ${rows.map(({ storeId }) => storeId)}::int[], ${rows.map(({ deviceId }) => deviceId)}::bigint[],
      ${rows.map(({ deviceModelId }) => deviceModelId)}::bigint[], ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ counts }) => JSON.stringify(counts))}::text[])
      as u (store_id, device_id, device_model_id, state, counts)
    on conflict (store_id, device_id) do update
      set device_model_id = excluded.device_model_id, state = excluded.state, counts = excluded.counts`.execute(
    db,
  )
}

/** Records when devices were last to be read, or when they last answered. */
export async function updateStatuses(
  trx: Trx,
  storeId: StoreId,
  devices: readonly DeviceId[],
  change: { readonly requestedAt: EpochMs } | { readonly readAt: EpochMs },
): Promise<void> {
  if (devices.length === 0) return
  await trx
    .updateTable('parameterDevice')
    .set(change)
    .where('storeId', '=', storeId)
    .where('deviceId', 'in', devices)
    .execute()
}
