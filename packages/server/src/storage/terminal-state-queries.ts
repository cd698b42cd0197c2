import type { KeptWatch } from '@coldkeep/domain/alarms/connection-loss'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { ConflictCount } from '@coldkeep/domain/intake/batch-rows'
import type { FoldedState } from '@coldkeep/domain/intake/fold-states'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText, sqlInstant } from '../db/instants'

export interface PlacedState extends FoldedState {
  readonly storeId: StoreId
}

/** Terminals that reported to be connected. `since` is when the current state began. */
export async function upsertOnline(trx: Db, states: readonly PlacedState[]): Promise<void> {
  const online = states.flatMap((state) => (state.online ? [{ ...state, reported: state.online }] : []))
  if (online.length === 0) return
  await sql`
    insert into terminal_state (store_id, terminal_id, connection, connection_name, since, last_message_at,
      program, firmware_type, firmware_version, boot, revision, backlog, screen_consent, cameras)
    select u.store_id, u.terminal_id, 'online', u.cn, u.since, u.seen_at, u.program, u.firmware_type,
      u.firmware_version, u.boot, u.revision, u.backlog, u.screen_consent, u.cameras::jsonb
    from unnest(
      ${online.map((row) => row.storeId)}::int[], ${online.map((row) => row.terminal)}::text[],
      ${online.map((row) => row.reported.connection)}::text[],
      ${online.map((row) => instantText(row.receivedAt))}::timestamptz[],
      ${online.map((row) => instantText(row.seenAt))}::timestamptz[],
      ${online.map((row) => row.reported.program)}::text[],
      ${online.map((row) => row.reported.firmwareType)}::text[],
      ${online.map((row) => row.reported.firmwareVersion)}::text[], ${online.map((row) => row.reported.boot)}::text[],
      ${online.map((row) => row.reported.revision)}::int[], ${online.map((row) => row.reported.backlog)}::int[],
      ${online.map((row) => row.reported.screenConsent)}::text[],
      ${online.map((row) => JSON.stringify(row.reported.cameras))}::text[]
    ) as u (store_id, terminal_id, cn, since, seen_at, program, firmware_type,
      firmware_version, boot, revision, backlog, screen_consent, cameras)
    on conflict (store_id, terminal_id) do update set
      connection = 'online', connection_name = excluded.connection_name,
      since = case when terminal_state.connection = 'online' then terminal_state.since else excluded.since end,
      last_message_at = greatest(terminal_state.last_message_at, excluded.last_message_at),
      program = excluded.program, firmware_type = excluded.firmware_type,
      firmware_version = excluded.firmware_version, boot = excluded.boot,
      revision = excluded.revision, backlog = excluded.backlog, screen_consent = excluded.screen_consent,
      cameras = excluded.cameras`.execute(trx)
}

/** Connections that ended. The name tells the end of the current one from that of an older one. */
export async function updateOffline(trx: Db, states: readonly PlacedState[]): Promise<void> {
  const ended = states.flatMap((state) =>
    state.endedConnection ? [{ ...state, connectionName: state.endedConnection }] : [],
  )
  if (ended.length === 0) return
  await sql`
    update terminal_state t set connection = 'offline', since = u.since
    from unnest(
      ${ended.map((row) => row.storeId)}::int[], ${ended.map((row) => row.terminal)}::text[],
      ${ended.map((row) => row.connectionName)}::text[],
      ${ended.map((row) => instantText(row.receivedAt))}::timestamptz[]
    ) as u (store_id, terminal_id, cn, since)
    where t.store_id = u.store_id and t.terminal_id = u.terminal_id
      and t.connection = 'online' and t.connection_name = u.cn`.execute(trx)
}

export interface SeenTerminal {
  readonly storeId: StoreId
  readonly terminal: TerminalId
  readonly seenAt: EpochMs
}

export async function upsertSeen(db: Db, seen: readonly SeenTerminal[]): Promise<void> {
  if (seen.length === 0) return
  const rows = [...seen].sort((a, b) => a.storeId - b.storeId || (a.terminal < b.terminal ? -1 : 1))
  await sql`
    insert into terminal_state (store_id, terminal_id, last_message_at)
    select * from unnest(
      ${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.terminal)}::text[],
      ${rows.map((row) => instantText(row.seenAt))}::timestamptz[])
    on conflict (store_id, terminal_id) do update set
      last_message_at = greatest(terminal_state.last_message_at, excluded.last_message_at)`.execute(db)
}

/** Terminals that count as connected but have not been seen since. */
export async function updateSilent(db: Db, silentSince: EpochMs, now: EpochMs): Promise<void> {
  await sql`
    update terminal_state set connection = 'offline', since = ${sqlInstant(now)}
    where connection = 'online' and coalesce(last_message_at, since) < ${sqlInstant(silentSince)}`.execute(db)
}

/** Terminals that count as connected although this process, which alone has the connections, holds none. */
export async function updateUnconnected(
  db: Db,
  connected: ReadonlySet<TerminalId>,
  now: EpochMs,
): Promise<void> {
  await sql`
    update terminal_state set connection = 'offline', since = ${sqlInstant(now)}
    where connection = 'online' and not (terminal_id = any(${[...connected]}::text[]))`.execute(db)
}

/** Readings that came again with other values, counted on. */
export async function addConflicts(trx: Db, conflicts: readonly ConflictCount[]): Promise<void> {
  if (conflicts.length === 0) return
  const rows = [...conflicts].sort((a, b) => a.storeId - b.storeId || (a.terminal < b.terminal ? -1 : 1))
  await sql`
    insert into terminal_state (store_id, terminal_id, conflicts)
    select * from unnest(
      ${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.terminal)}::text[],
      ${rows.map((row) => row.count)}::int[])
    on conflict (store_id, terminal_id) do update set
      conflicts = terminal_state.conflicts + excluded.conflicts`.execute(trx)
}

/** A terminal whose silence was judged. */
export interface JudgedTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hostLostSince: EpochMs | null
  readonly watch: KeptWatch
}

/** Keeps since when terminals are silent, and how far that is judged. */
export async function updateLossWatches(db: Db, judged: readonly JudgedTerminal[]): Promise<void> {
  if (judged.length === 0) return
  await sql`
    update terminal_state t set host_lost_since = u.since, loss_watch = u.watch::jsonb
    from unnest(
      ${judged.map((row) => row.storeId)}::int[], ${judged.map((row) => row.terminalId)}::text[],
      ${judged.map((row) => (row.hostLostSince === null ? null : instantText(row.hostLostSince)))}::timestamptz[],
      ${judged.map((row) => JSON.stringify(row.watch))}::text[]
    ) as u (store_id, terminal_id, since, watch)
    where t.store_id = u.store_id and t.terminal_id = u.terminal_id`.execute(db)
}
