import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

export interface PolledDeviceRow {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly deviceId: DeviceId
  /** Brand and model. */
  readonly model: string
  readonly periodSeconds: number
  readonly commissionedAt: EpochMs
  readonly removedAt: EpochMs | null
}

/** Devices of stores that a script polls, with the shortest period of the scripts that do so now. */
export async function selectPolledDevices(db: Db, storeIds: readonly StoreId[]): Promise<PolledDeviceRow[]> {
  const { rows } = await sql<PolledDeviceRow>`
    select d.store_id, d.terminal_id, d.device_id, m.brand || ' ' || m.model as model, d.commissioned_at, d.removed_at,
      min(l.period_seconds)::int as period_seconds
    from device d join point_list l on l.store_id = d.store_id and l.device_id = d.device_id
      join device_model m on m.device_model_id = d.device_model_id
    where d.store_id = any(${storeIds}::int[]) and not l.counts_bus and l.last_revision is null
    group by d.store_id, d.terminal_id, d.device_id, m.brand, m.model, d.commissioned_at, d.removed_at`.execute(
    db,
  )
  return rows
}

/** When programs of terminals of stores started, of two instants from the first on and before the second. */
export async function selectStarts(
  db: Db,
  storeIds: readonly StoreId[],
  from: number,
  to: number,
): Promise<{ readonly storeId: StoreId; readonly terminalId: TerminalId; readonly at: EpochMs }[]> {
  const { rows } = await sql<{ storeId: StoreId; terminalId: TerminalId; at: EpochMs }>`
    select store_id, terminal_id, at from terminal_event
    where store_id = any(${storeIds}::int[]) and kind = 'start'
      and at >= ${instantText(from)}::timestamptz and at < ${instantText(to)}::timestamptz`.execute(db)
  return rows
}
