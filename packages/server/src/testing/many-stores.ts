import type { DepartmentId, DeviceId, PointListId, StoreId } from '@coldkeep/domain/ids'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { minuteBit } from '@coldkeep/domain/points/life-bits'
import type { Scan } from '@coldkeep/domain/points/scan'
import { type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import { insertDepartments } from './plant/plant-stores'

/** Stores with one freezer each, made in one go: store n has terminal TB-n, device n, air point n and list n. */
export interface ManyStores {
  readonly company: DepartmentId
  readonly storeIds: readonly StoreId[]
}

export async function insertManyStores(db: Db, count: number): Promise<ManyStores> {
  const { id: company } = await insertDepartments(db, { name: 'Chain', children: [] })
  await sql`insert into device_model (device_model_id, brand, model) values (1, 'Carel', 'IR33')`.execute(db)
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select n, ${company}::bigint, 'S' || n, 'Store ' || n, 'TW', 'Asia/Taipei' from generate_series(1, ${count}::int) n`.execute(
    db,
  )
  await sql`insert into terminal (terminal_id, store_id, secret_hash)
    select 'TB-' || lpad(store_id::text, 4, '0'), store_id, ''::bytea from store`.execute(db)
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id, commissioned_at)
    select store_id, store_id, 'TB-' || lpad(store_id::text, 4, '0'), 1, 'Freezer', 'open_case', 'FZ', 1, '2026-01-01'
    from store`.execute(db)
  await sql`insert into point (store_id, point_id, device_id, position, name, kind, unit)
    select store_id, store_id, store_id, 0, 'Air', 'air_temperature', '°C' from store`.execute(db)
  await sql`insert into point_list (store_id, point_list_id, device_id, period_seconds, value_points, counter_points, first_revision)
    select store_id, store_id, store_id, 300, array[store_id]::bigint[], array[]::bigint[], 1 from store`.execute(
    db,
  )
  await sql`insert into terminal_state (store_id, terminal_id, connection, last_message_at)
    select store_id, terminal_id, 'online', now() from terminal`.execute(db)
  return { company, storeIds: Array.from({ length: count }, (_, index) => (index + 1) as StoreId) }
}

/** Signs of life of terminals in every minute from one instant to another, and a server that listened. */
export async function live(
  db: Db,
  storeIds: readonly StoreId[],
  from: number,
  to: number,
  column: 'live' | 'reported' = 'live',
): Promise<void> {
  const bits = new Map<number, bigint>()
  for (let at = from; at < to; at += minutes(1)) {
    bits.set(hourOf(at), (bits.get(hourOf(at)) ?? 0n) | minuteBit(at))
  }
  const target = sql.ref(column)
  for (const [hour, minutesOfHour] of bits) {
    await sql`insert into terminal_hour (store_id, terminal_id, hour, ${target})
      select u, 'TB-' || lpad(u::text, 4, '0'), ${instantText(hour)}::timestamptz, ${String(minutesOfHour)}::bigint
      from unnest(${storeIds}::int[]) u
      on conflict (store_id, terminal_id, hour) do update set
        ${target} = terminal_hour.${target} | excluded.${target}`.execute(db)
  }
}

export async function listening(db: Db, from: number, to: number): Promise<void> {
  for (let hour = hourOf(from); hour <= to; hour += minutes(60)) {
    const all = ((1n << 60n) - 1n).toString()
    await sql`insert into server_hour (hour, listening) values (${instantText(hour)}::timestamptz, ${all}::bigint)
      on conflict do nothing`.execute(db)
  }
}

/** A cycle of the freezer of a store. */
export function freezerScan(storeId: StoreId, at: EpochMs, airC: number, receivedAt = at): Scan {
  return {
    storeId,
    deviceId: Number(storeId) as DeviceId,
    pointListId: Number(storeId) as PointListId,
    at,
    values: Float32Array.of(airC),
    counters: new Float64Array(),
    quality: null,
    receivedAt: epochMs(receivedAt),
  }
}
