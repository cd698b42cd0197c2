import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { writeReadings } from '@coldkeep/contract/mqtt/readings'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { insertDeviceModel } from '@coldkeep/server/instructions/product-model-queries'
import { sql } from 'kysely'

export const STORES = 100
export const DEVICES = 24
export const POINTS = 10
export const PERIOD_SECONDS = 60
export const READINGS_PER_MESSAGE = DEVICES * POINTS
const COMPANY = 1
/** Every terminal of the bench signs in with it, on a loopback broker that lives for the bench. */
export const SECRET = 'bench'

interface Cycle {
  /** Of the outbox; one for all where there is none. */
  readonly epoch?: string
  readonly sequence: number
  readonly at: EpochMs
  /** Of the points of the store, counted from 0; the first of every ten is the air of a device. */
  readonly value: (point: number) => number
  /** How many of the store; all where left out. */
  readonly devices?: number
}

export function terminalOf(store: number): TerminalId {
  return `TB-${String(store).padStart(6, '0')}` as TerminalId
}

/** Air of a device as it is counted in a cycle. */
export function airOf(device: number): number {
  return device * POINTS
}

/** One poll cycle of all devices of a store, as its terminal sends it. */
export function cycleMessage(
  store: number,
  { epoch = 'k3f9a1c2', sequence, at, value, devices = DEVICES }: Cycle,
): Uint8Array {
  const readings = Array.from({ length: devices * POINTS }, (_, point) => ({
    pointId: (store * READINGS_PER_MESSAGE + point + 1) as PointId,
    at,
    value: Math.round(10 * value(point)) / 10,
    quality: 0 as const,
  }))
  return packMessage(writeReadings({ epoch, sequence, at, revision: 1, readings }))
}

/** Stores of one company with a terminal and 24 frozen cases each, polled once a minute. */
export async function insertPolledFleet(kysely: Db, stores = STORES): Promise<void> {
  await sql`insert into department (department_id, name, path) values (${COMPANY}::int, 'Chain', array[${COMPANY}::int])`.execute(
    kysely,
  )
  const model = await insertDeviceModel(kysely, 'Carel', 'IR33')
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select n, ${COMPANY}::int, 'S' || n, 'Store ' || n, 'TW', 'Asia/Taipei' from generate_series(1, ${stores}::int) n`.execute(
    kysely,
  )
  await sql`insert into terminal (terminal_id, store_id, secret_hash)
    select 'TB-' || lpad((store_id - 1)::text, 6, '0'), store_id, sha256(${SECRET}::text::bytea) from store`.execute(
    kysely,
  )
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id, commissioned_at)
    select s.store_id, (s.store_id - 1) * ${DEVICES}::int + d, t.terminal_id, ${model}::int, 'Case ' || d, 'open_case', 'FZ', d, '2026-01-01'
    from store s join terminal t using (store_id), generate_series(1, ${DEVICES}::int) d`.execute(kysely)
  // air, which is judged, and a defrost point in every device; some of the air is too warm at any time
  await sql`insert into point (store_id, point_id, device_id, position, name, kind, unit)
    select store_id, (device_id - 1) * ${POINTS}::int + p, device_id, p, 'Point ' || p,
      case p when 1 then 'air_temperature' when 2 then 'defrost' else 'other' end, '°C'
    from device, generate_series(1, ${POINTS}::int) p`.execute(kysely)
  await sql`insert into point_list (store_id, device_id, period_seconds, value_points, counter_points, first_revision)
    select store_id, device_id, ${PERIOD_SECONDS}::int, array(select (device_id - 1) * ${POINTS}::int + p from generate_series(1, ${POINTS}::int) p),
      array[]::bigint[], 1 from device order by device_id`.execute(kysely)
  // rows with ids of their own do not move the numbers on
  await sql`select setval(pg_get_serial_sequence('device', 'device_id'), (select max(device_id) from device)),
    setval(pg_get_serial_sequence('point', 'point_id'), (select max(point_id) from point))`.execute(kysely)
  await sql`analyze`.execute(kysely)
}
