import type { KeptWatch } from '@coldkeep/domain/alarms/connection-loss'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

export interface WatchedTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hostLostSince: EpochMs | null
  readonly watch: KeptWatch | null
  /** Minutes seen, per hour, as decimal texts; without those reported afterwards. */
  readonly hours: readonly { readonly hour: number; readonly live: string }[]
}

interface WatchedRow {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hostLostSince: EpochMs | null
  readonly lossWatch: KeptWatch | null
  readonly hours: readonly EpochMs[] | null
  readonly lives: readonly string[] | null
}

/** Terminals that were ever heard of, a page at a time, with their signs of life since each was judged last. */
export async function selectWatchedTerminals(
  db: Db,
  after: { readonly storeId: StoreId; readonly terminalId: TerminalId } | null,
  limit: number,
): Promise<WatchedTerminal[]> {
  const { rows } = await sql<WatchedRow>`
    with page as (
      select store_id, terminal_id, host_lost_since, loss_watch,
        to_timestamp((loss_watch ->> 'decidedUpTo')::double precision / 1000) as decided_up_to
      from terminal_state
      where (connection <> 'never_seen' or last_message_at is not null)
        and (store_id, terminal_id) > (${after?.storeId ?? -1}::int, ${after?.terminalId ?? ''}::text)
      order by store_id, terminal_id limit ${limit})
    select p.store_id, p.terminal_id, p.host_lost_since, p.loss_watch,
      array_agg(h.hour) as hours, array_agg(h.live::text) as lives
    from page p left join terminal_hour h on h.store_id = p.store_id and h.terminal_id = p.terminal_id
      and h.hour > p.decided_up_to - interval '1 hour'
    group by p.store_id, p.terminal_id, p.host_lost_since, p.loss_watch
    order by p.store_id, p.terminal_id`.execute(db)
  return rows.map((row) => ({
    storeId: row.storeId,
    terminalId: row.terminalId,
    hostLostSince: row.hostLostSince,
    watch: row.lossWatch,
    hours: (row.hours ?? []).flatMap((hour, i) => {
      const live = row.lives?.[i]
      return hour === null || live === undefined || live === null ? [] : [{ hour, live }]
    }),
  }))
}

/** Terminals that have been heard of, and how many of them are silent now. */
export async function selectHosts(db: Db, scope: Scope): Promise<{ known: number; lost: number }> {
  return db
    .selectFrom('store')
    .innerJoin('terminalState', 'terminalState.storeId', 'store.storeId')
    .select([
      sql<number>`count(*)::int`.as('known'),
      sql<number>`count(terminal_state.host_lost_since)::int`.as('lost'),
    ])
    .where(isInScope(scope))
    .executeTakeFirstOrThrow()
}
