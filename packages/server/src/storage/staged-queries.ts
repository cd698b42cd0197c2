import type { DueHour } from '@coldkeep/domain/intake/marks'
import type { Scan } from '@coldkeep/domain/points/scan'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** @returns how many scans of the stage were new */
export async function insertStagedScans(trx: Db): Promise<number> {
  // counted by what comes back: from a staged insert a cluster reports the number offered
  const { rows } = await sql`
    insert into scan (store_id, device_id, point_list_id, at, values, counters, quality, received_at)
    select store_id, device_id, point_list_id, at, values, counters, quality, received_at from stage_scan
    on conflict do nothing returning 1 as stored`.execute(trx)
  return rows.length
}

export async function upsertStagedLatest(trx: Db): Promise<void> {
  await sql`
    insert into latest (store_id, device_id, point_list_id, at, values, counters, quality)
    select distinct on (store_id, device_id, point_list_id)
      store_id, device_id, point_list_id, at, values, counters, quality
    from stage_scan order by store_id, device_id, point_list_id, at desc
    on conflict (store_id, device_id, point_list_id) do update set
      at = excluded.at, values = excluded.values, counters = excluded.counters, quality = excluded.quality
    where latest.at < excluded.at`.execute(trx)
}

/** Scans of the stage whose stored row has other values: the first one stays. */
export async function selectStagedConflicts(trx: Db, scans: readonly Scan[]): Promise<ScanName[]> {
  return selectStagedWhere(
    trx,
    scans,
    sql`t.values is distinct from s.values or t.counters is distinct from s.counters`,
  )
}

/** Scans of the stage that were stored before. One that came at the same instant may be this very one. */
export async function selectStagedRepeats(trx: Db, scans: readonly Scan[]): Promise<ScanName[]> {
  return selectStagedWhere(trx, scans, sql`t.received_at <> s.received_at`)
}

/**
 * Marks hours for compaction. A mark that is there is written again, so that a compaction that is taking it waits for
 * this transaction and sees its scans.
 */
export async function upsertDueHours(trx: Db, hours: readonly DueHour[], now: EpochMs): Promise<void> {
  if (hours.length === 0) return
  await sql`
    insert into hour_due (store_id, hour, marked_at)
    select store_id, hour, ${instantText(now)}::timestamptz from unnest(
      ${hours.map((row) => row.storeId)}::int[],
      ${hours.map((row) => instantText(row.hourMs))}::timestamptz[]) as u (store_id, hour)
    on conflict (store_id, hour) do update set marked_at = excluded.marked_at`.execute(trx)
}

export type ScanName = Pick<Scan, 'storeId' | 'deviceId' | 'pointListId' | 'at'>

/** Scans `s` of the stage beside the stored row `t` of the same name, where the condition holds for that. */
async function selectStagedWhere(
  trx: Db,
  scans: readonly Scan[],
  condition: RawBuilder<unknown>,
): Promise<ScanName[]> {
  const times: number[] = scans.map((scan) => scan.at)
  const from = instantText(times.reduce((a, b) => Math.min(a, b)))
  const to = instantText(times.reduce((a, b) => Math.max(a, b)))
  const { rows } = await sql<ScanName>`
    select s.store_id, s.device_id, s.point_list_id, s.at
    from stage_scan s join scan t on t.store_id = s.store_id and t.device_id = s.device_id
      and t.point_list_id = s.point_list_id and t.at = s.at
    where t.at between ${from}::timestamptz and ${to}::timestamptz and (${condition})`.execute(trx)
  return rows
}
