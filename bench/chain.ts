import type { Db } from '@coldkeep/server/db/connect'
import { sql } from 'kysely'

export interface ChainSize {
  readonly stores: number
  /** Cabinets and one main meter. */
  readonly devicesPerStore: number
  readonly departments: number
}

/** The chain's ids begin above those of the small fleet of a test server. */
const FIRST = 1000

/** Stores spread over departments below a company, each with cabinets and a main meter. @returns a department */
export async function insertChain(
  db: Db,
  company: number,
  { stores, departments, devicesPerStore }: ChainSize,
): Promise<number> {
  await sql`insert into department (department_id, parent_id, name, path)
    select ${FIRST}::int + n, ${company}, 'Area ' || n, array[${company}::bigint, ${FIRST}::int + n]
    from generate_series(1, ${departments}::int) n`.execute(db)
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select ${FIRST}::int + n, ${FIRST + 1}::int + n % ${departments}::int, 'B' || n, 'Store ' || n, 'TW', 'Asia/Taipei'
    from generate_series(1, ${stores}::int) n`.execute(db)
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id,
      commissioned_at, contracted_kw, demand_interval_minutes)
    select ${FIRST}::int + n, n * 100 + d, 'TB-B' || n, 1, 'Device ' || d,
      case when d = ${devicesPerStore}::int then 'main_meter' else 'open_case' end,
      case when d = ${devicesPerStore}::int then null else 'C7' end, d, '2025-01-01',
      case when d = ${devicesPerStore}::int then 100 end, case when d = ${devicesPerStore}::int then 15 end
    from generate_series(1, ${stores}::int) n, generate_series(1, ${devicesPerStore}::int) d`.execute(db)
  return FIRST + 1
}

/** Runs a text that selects from `device d` of the chain and each of its days `g."on"`, last of which is `last`. */
export async function insertPerDevice(db: Db, days: number, last: string, text: string): Promise<void> {
  await sql
    .raw(
      `insert into ${text} from device d, lateral (select date '${last}' - n as "on"
      from generate_series(0, ${days - 1}) n) g where d.store_id > ${FIRST}`,
    )
    .execute(db)
}

/** The same from `store s`. */
export async function insertPerStore(db: Db, days: number, last: string, text: string): Promise<void> {
  await sql
    .raw(
      `insert into ${text} from store s, lateral (select date '${last}' - n as "on"
      from generate_series(0, ${days - 1}) n) g where s.store_id > ${FIRST}`,
    )
    .execute(db)
}
