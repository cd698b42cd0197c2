import type { SubMeterDay } from '@coldkeep/domain/analysis/sub-meters'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { upsertRows } from '../db/upsert-rows'

export async function upsertSubMeterDays(trx: Db, rows: readonly SubMeterDay[]): Promise<void> {
  const columns = {
    storeId: 'int4',
    deviceId: 'int8',
    on: 'date',
    days: 'float8',
    energyKwh: 'float8',
    computedAt: 'timestamptz',
  } as const
  await upsertRows(trx, 'subMeterDay', columns, ['storeId', 'deviceId', 'on'], rows)
}

/** What a sub-meter counted over several days. */
export interface SubMeter {
  readonly deviceId: DeviceId
  readonly name: string
  /** That the energy covers. */
  readonly days: number
  readonly energyKwh: number
}

/** The sub-meters of a store that counted in the days that end with one, those that counted most first. */
export async function selectSubMeters(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  { last, days }: { readonly last: LocalDate; readonly days: number },
): Promise<SubMeter[]> {
  const { rows } = await sql<SubMeter>`
    select d.device_id, d.name, sum(m.days) as days, sum(m.energy_kwh) as energy_kwh
    from sub_meter_day m join device d on d.store_id = m.store_id and d.device_id = m.device_id
    where m.store_id = ${storeId}::int and m."on" between ${addDays(last, 1 - days)}::date and ${last}::date
      and m.energy_kwh is not null and d.type = 'sub_meter' and ${isShown(scope, 'd')}
    group by d.device_id, d.name
    order by sum(m.energy_kwh) desc, d.device_id`.execute(db)
  return rows
}
