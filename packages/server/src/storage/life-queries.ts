import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { LifeRow } from '@coldkeep/domain/intake/marks'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** Signs of life of a terminal in an hour, 60 bits as decimal texts. */
export interface LifeOfHour {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hour: number
  /** Seen as they happened. */
  readonly live: string
  /** Seen, or reported afterwards. */
  readonly alive: string
}

/** An open connection is a sign of life in each of the minutes of `bits`. */
export async function upsertConnectedLife(db: Db, hourMs: number, bits: bigint): Promise<void> {
  await sql`
    insert into terminal_hour (store_id, terminal_id, hour, live, reported)
    select store_id, terminal_id, ${instantText(hourMs)}::timestamptz, ${String(bits)}::bigint, 0
    from terminal_state where connection = 'online'
    on conflict (store_id, terminal_id, hour) do update set live = terminal_hour.live | excluded.live
    where terminal_hour.live & excluded.live <> excluded.live`.execute(db)
}

export async function upsertLife(trx: Db, life: readonly LifeRow[]): Promise<void> {
  if (life.length === 0) return
  await sql`
    insert into terminal_hour (store_id, terminal_id, hour, live, reported)
    select * from unnest(
      ${life.map((row) => row.storeId)}::int[], ${life.map((row) => row.terminal)}::text[],
      ${life.map((row) => instantText(row.hourMs))}::timestamptz[],
      ${life.map((row) => String(row.live))}::bigint[], ${life.map((row) => String(row.reported))}::bigint[])
    on conflict (store_id, terminal_id, hour) do update set
      live = terminal_hour.live | excluded.live, reported = terminal_hour.reported | excluded.reported`.execute(
    trx,
  )
}

export async function selectLife(
  db: Db,
  storeIds: readonly StoreId[],
  from: number,
  to: number,
): Promise<LifeOfHour[]> {
  const { rows } = await sql<LifeOfHour>`
    select store_id, terminal_id, hour, live::text as live, (live | reported)::text as alive from terminal_hour
    where store_id = any(${storeIds}::int[])
      and hour > ${instantText(from - 3_600_000)}::timestamptz and hour < ${instantText(to)}::timestamptz`.execute(
    db,
  )
  return rows
}

/** In which minutes a server listened, 60 bits of each hour. */
export async function selectListening(db: Db, from: number, to: number): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ hour: number; listening: string }>`
    select hour, listening::text as listening from server_hour
    where hour > ${instantText(from - 3_600_000)}::timestamptz and hour < ${instantText(to)}::timestamptz`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.hour, BigInt(row.listening)]))
}

/** Signs of life of a store before an instant. */
export async function deleteOldLife(db: Db, storeId: number, before: EpochMs): Promise<void> {
  await sql`delete from terminal_hour
    where store_id = ${storeId} and hour < ${instantText(before)}::timestamptz`.execute(db)
}
