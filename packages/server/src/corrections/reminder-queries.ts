import { type BreachState, openStates } from '@coldkeep/domain/corrections/breach-state'
import type { BreachId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type EpochMs, hours, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** Of a breach that is open for longer than this since it was recorded people are reminded. Our own choice. */
const UNATTENDED_MS = hours(24)

/** A breach of which people are to be reminded. */
export interface UnattendedBreach {
  readonly storeId: StoreId
  readonly breachId: BreachId
  readonly deviceId: DeviceId
  readonly state: BreachState
  readonly storeCode: string
  readonly storeName: string
  readonly deviceName: string
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  /** The departments down to its store. */
  readonly path: readonly DepartmentId[]
}

/**
 * Breaches that have been open for more than a day and of which no one was reminded; from now on they have been. Of two
 * servers that look at once each gets other ones.
 */
export async function takeUnattended(trx: Db, now: EpochMs): Promise<UnattendedBreach[]> {
  const { rows } = await sql<UnattendedBreach>`
    with taken as (
      update breach set reminded_at = ${sqlInstant(now)}
      where state in (${sql.join(openStates.map((state) => sql.lit(state)))}) and reminded_at is null
        and opened_at <= ${sqlInstant(later(now, -UNATTENDED_MS))}
      returning store_id, breach_id, device_id, state, started_at)
    select taken.store_id, taken.breach_id, taken.device_id, taken.state, store.code as store_code,
      store.name as store_name, device.name as device_name, device.type, device.zone, department.path
    from taken join store on store.store_id = taken.store_id
      join device on device.store_id = taken.store_id and device.device_id = taken.device_id
      join department on department.department_id = store.department_id
    order by taken.started_at, taken.breach_id`.execute(trx)
  return rows
}

/** The devices that row `n` of the outbox names. */
export const equipmentOfBreaches = sql`select (named ->> 0)::int as store_id, (named ->> 1)::bigint as device_id
  from jsonb_array_elements((n.detail ->> 'devices')::jsonb) named`
