import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { PointList } from '@coldkeep/domain/intake/terminal-points'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import type { PreparedMessage } from './read-cycle'

export interface TerminalLists {
  readonly terminal: TerminalId
  readonly storeId: StoreId
  readonly zone: string
  readonly lists: PointList[]
}

/** The point lists of terminals, of all revisions. Terminals that do not exist are left out. */
export async function selectTerminalLists(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<TerminalLists[]> {
  const places = await sql<{ terminalId: TerminalId; storeId: StoreId; zone: string }>`
    select t.terminal_id, t.store_id, s.zone from terminal t join store s on s.store_id = t.store_id
    where t.terminal_id = any(${terminals}::text[])`.execute(db)
  const found = new Map<TerminalId, TerminalLists>()
  for (const { terminalId, storeId, zone } of places.rows) {
    found.set(terminalId, { terminal: terminalId, storeId, zone, lists: [] })
  }
  const lists = await sql<{
    terminalId: TerminalId
    pointListId: PointListId
    deviceId: DeviceId
    periodSeconds: number
    valuePoints: PointId[]
    counterPoints: PointId[]
    firstRevision: number
    lastRevision: number | null
  }>`
    select d.terminal_id, l.point_list_id, l.device_id, l.period_seconds, l.value_points, l.counter_points,
      l.first_revision, l.last_revision
    from device d join point_list l on l.store_id = d.store_id and l.device_id = d.device_id
    where d.store_id = any(${places.rows.map((row) => row.storeId)}::int[])
      and d.terminal_id = any(${terminals}::text[])
    order by l.point_list_id`.execute(db)
  for (const { terminalId, ...list } of lists.rows) found.get(terminalId)?.lists.push(list)
  return [...found.values()]
}

/** A message that is not stored, or in part, with the reason. */
export interface PutAside extends Pick<PreparedMessage, 'message' | 'terminal' | 'receivedAt' | 'problem'> {
  readonly points: { readonly storeId: StoreId }
}

export async function insertQuarantine(trx: Db, messages: readonly PutAside[]): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into quarantine (store_id, terminal_id, received_at, topic, reason, body)
    select * from unnest(
      ${messages.map(({ points }) => points.storeId)}::int[], ${messages.map(({ terminal }) => terminal)}::text[],
      ${messages.map(({ receivedAt }) => instantText(receivedAt))}::timestamptz[],
      ${messages.map(({ message }) => message.topic)}::text[], ${messages.map(({ problem }) => problem)}::text[],
      ${messages.map(({ message }) => Buffer.from(message.bytes))}::bytea[])`.execute(trx)
}

/** Stores of terminals; unknown terminals are left out. */
export async function selectStoresOf(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<Map<TerminalId, StoreId>> {
  const { rows } = await sql<{ terminalId: TerminalId; storeId: StoreId }>`
    select terminal_id, store_id from terminal where terminal_id = any(${terminals}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.terminalId, row.storeId]))
}

/** Records that a server listened in the minutes of `bits`. */
export async function upsertListening(db: Db, hourMs: number, bits: bigint): Promise<void> {
  await sql`
    insert into server_hour (hour, listening)
    values (${instantText(hourMs)}::timestamptz, ${String(bits)}::bigint)
    on conflict (hour) do update set listening = server_hour.listening | excluded.listening`.execute(db)
}
