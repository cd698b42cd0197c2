import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { AlarmRecord } from './open-record-queries'
import type { HostLostChange } from './run-host-lost'

/** What records of lost terminals name as their branch. */
export const HOST_LOST = 'host_lost'

/** Terminals that are known to be lost, or back, and whose alarm does not say so: of a fleet that was written in bulk. */
export async function selectUnannouncedHosts(db: Db, now: EpochMs): Promise<HostLostChange[]> {
  const { rows } = await sql<{
    storeId: StoreId
    terminalId: TerminalId
    lostSince: EpochMs | null
    raisedAt: number | null
  }>`
    select t.store_id, t.terminal_id, t.host_lost_since as lost_since,
      (t.loss_watch ->> 'raisedAt')::double precision as raised_at
    from terminal_state t left join alarm a on a.store_id = t.store_id and a.terminal_id = t.terminal_id
      and a.branch = ${HOST_LOST}::text and a.cleared_at is null
    where (t.host_lost_since is not null and a.alarm_id is null)
      or (t.host_lost_since is null and a.alarm_id is not null and a.returned_at is null)
    order by t.store_id, t.terminal_id`.execute(db)
  return rows.map(({ storeId, terminalId, lostSince, raisedAt }) => ({
    storeId,
    terminalId,
    event:
      lostSince === null
        ? { kind: 'cleared', at: now, raisedAt: now }
        : { kind: 'raised', at: epochMs(raisedAt ?? lostSince), firstLostAt: lostSince },
  }))
}

export async function selectOpenHost(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<AlarmRecord | null> {
  const row = await db
    .selectFrom('alarm')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('branch', '=', HOST_LOST)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
