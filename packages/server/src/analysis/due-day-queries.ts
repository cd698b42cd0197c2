import type { StoreId } from '@coldkeep/domain/ids'
import type { DueDay } from '@coldkeep/domain/intake/marks'
import { type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText, sqlInstant } from '../db/instants'
import type { RoundWork } from '../tasks/set-aside'

export function dueDays(round: string): RoundWork<DueDay> {
  return { round, nameOf: ({ storeId, on }) => `${storeId}/${on}` }
}

export function daysByStore(days: readonly DueDay[]): Map<StoreId, DueDay[]> {
  const stores = new Map<StoreId, DueDay[]>()
  for (const day of days) stores.set(day.storeId, [...(stores.get(day.storeId) ?? []), day])
  return stores
}

/** Days that are to be counted again, longest due first. */
export async function selectDueDays(
  db: Db,
  analysis: string,
  now: EpochMs,
  limit: number,
  but: readonly DueDay[] = [],
): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select store_id, "on" from analysis_due
    where analysis = ${analysis} and due_at <= ${sqlInstant(now)}
      and (store_id, "on") not in (select * from unnest(
        ${but.map((day) => day.storeId)}::int[], ${but.map((day) => day.on)}::date[]))
    order by due_at, store_id, "on" limit ${limit}`.execute(db)
  return rows
}

export async function countDueDays(db: Db, analysis: string, now: EpochMs): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from analysis_due
    where analysis = ${analysis} and due_at <= ${sqlInstant(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes marks; who takes them waits for transactions that are setting them again. */
export async function deleteDueDays(
  trx: Db,
  analysis: string,
  storeId: StoreId,
  days: readonly LocalDate[],
): Promise<LocalDate[]> {
  const { rows } = await sql<{ on: LocalDate }>`
    delete from analysis_due
    where store_id = ${storeId} and analysis = ${analysis} and "on" = any(${days}::date[])
    returning "on"`.execute(trx)
  return rows.map((row) => row.on)
}

export async function insertDueDays(
  db: Db,
  analysis: string,
  days: readonly { storeId: StoreId; on: LocalDate }[],
  now: EpochMs,
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into analysis_due (store_id, analysis, "on", due_at)
    select u.store_id, ${analysis}::text, u."on", ${sqlInstant(now)}
    from unnest(${days.map((day) => day.storeId)}::int[], ${days.map((day) => day.on)}::date[]) as u (store_id, "on")
    on conflict (store_id, analysis, "on") do update set
      due_at = least(analysis_due.due_at, excluded.due_at)`.execute(db)
}

/** Marks days of which readings came late, in the transaction that stores these. */
export async function upsertLateDays(trx: Db, days: readonly DueDay[], now: EpochMs): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into analysis_due (store_id, analysis, "on", due_at)
    select store_id, analysis, "on", ${instantText(now + LATE_DAY_WAIT_MS)}::timestamptz from unnest(
      ${days.map((row) => row.storeId)}::int[], ${days.map((row) => row.on)}::date[]) as u (store_id, "on")
      cross join (values ('connection_rate'), ('store_day')) as a (analysis)
    on conflict (store_id, analysis, "on") do update set
      due_at = least(analysis_due.due_at, excluded.due_at)`.execute(trx)
}

/** A late mark waits so long, since a backlog that comes in marks the same day again and again. */
const LATE_DAY_WAIT_MS = minutes(1)
