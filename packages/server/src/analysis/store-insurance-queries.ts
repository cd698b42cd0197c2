import { type InsuredDays, insuranceOfStore } from '@coldkeep/domain/analysis/insured-coverage'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import type { Tables } from '../db/tables'

/**
 * Works out again what pages read of the insurance of stores: in the transaction that changes their coverages, and
 * whenever a day of theirs is over, since a device may have been removed.
 */
export async function refreshInsurance(trx: Db, storeIds: readonly StoreId[]): Promise<void> {
  const sorted = [...new Set(storeIds)].sort((a, b) => a - b)
  if (sorted.length === 0) return
  // A second change of the same store waits here, and then reads what the first one left.
  await sql`
    insert into store_insurance (store_id) select * from unnest(${sorted}::int[])
    on conflict (store_id) do update set ends_on = store_insurance.ends_on`.execute(trx)
  const { rows } = await sql<{ storeId: StoreId; deviceId: DeviceId; firstOn: string; lastOn: string }>`
    select c.store_id, c.device_id, c.first_on, c.last_on
    from insured_coverage c join device d on d.store_id = c.store_id and d.device_id = c.device_id
    where c.store_id = any(${sorted}::int[]) and d.removed_at is null`.execute(trx)
  const coverages = new Map<StoreId, (InsuredDays & { readonly deviceId: DeviceId })[]>(
    sorted.map((storeId) => [storeId, []]),
  )
  for (const { storeId, deviceId, firstOn, lastOn } of rows) {
    coverages.get(storeId)?.push({ deviceId, firstOn: localDate(firstOn), lastOn: localDate(lastOn) })
  }
  const insurances = [...coverages].map(([storeId, ofDevices]) => {
    const insurance = insuranceOfStore(ofDevices)
    const steps = insurance?.steps ?? []
    return {
      store_id: storeId,
      ends_on: insurance?.endsOn ?? null,
      from_on: steps.map(({ fromOn }) => fromOn),
      devices: steps.map(({ devices }) => devices),
    }
  })
  await sql`
    update store_insurance s set ends_on = r.ends_on, from_on = r.from_on, devices = r.devices
    from jsonb_to_recordset(${JSON.stringify(insurances)}::jsonb)
      as r (store_id int, ends_on date, from_on date[], devices int[])
    where s.store_id = r.store_id`.execute(trx)
}

/**
 * The insurance of stores, to be joined as `store_insurance`: of all devices as it is stored, of others
 * worked out.
 */
export function shownInsurance(scope: Scope) {
  const of = (table: RawBuilder<unknown>) =>
    sql<Tables['storeInsurance']>`${table}`.as<'storeInsurance'>(sql`store_insurance`)
  if (scope.hidden.size === 0) return of(sql`store_insurance`)
  return of(sql`(
    with covered as materialized (
      select c.store_id, c.device_id, c.first_on, c.last_on from insured_coverage c
        join device d on d.store_id = c.store_id and d.device_id = c.device_id
        join store on store.store_id = c.store_id
      where d.removed_at is null and ${isInScope(scope)} and ${isShown(scope, 'd')}
    ), ends as (
      select store_id, min(last_on) as ends_on
      from (select store_id, max(last_on) as last_on from covered group by store_id, device_id) o group by store_id
    ), changes as (
      select store_id, first_on as from_on from covered union select store_id, last_on + 1 from covered
    ), steps as (
      select h.store_id, h.from_on, count(distinct c.device_id)::int as devices
      from changes h left join covered c
        on c.store_id = h.store_id and c.first_on <= h.from_on and c.last_on >= h.from_on
      group by h.store_id, h.from_on
    )
    select e.store_id, e.ends_on, array_agg(s.from_on order by s.from_on) as from_on,
      array_agg(s.devices order by s.from_on) as devices
    from ends e join steps s on s.store_id = e.store_id group by e.store_id, e.ends_on)`)
}
