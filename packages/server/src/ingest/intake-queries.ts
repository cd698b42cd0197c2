import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { type RawBuilder, sql } from 'kysely'
import type { Credential } from '../access/terminal-credential'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'
import type { BatchRows, ConflictCount } from './batch-rows'
import type { PreparedMessage, Scan } from './read-cycle'
import type { PointList } from './terminal-points'

/** A late mark waits so long, since a backlog that comes in marks the same day again and again. */
const LATE_DAY_WAIT_MS = minutes(1)
const ENDED_LATELY_MS = minutes(10)

export async function selectCredential(db: Db, terminal: TerminalId): Promise<Credential | null> {
  return (await selectCredentials(db, [terminal])).get(terminal) ?? null
}

/** Of those terminals that there are. */
export async function selectCredentials(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<Map<TerminalId, Credential>> {
  const rows = await db
    .selectFrom('terminal')
    .select(['terminalId', 'secretHash', 'oldSecretHash', 'oldSecretUntil', 'isEnabled'])
    .where('terminalId', '=', sql<TerminalId>`any(${terminals}::text[])`)
    .execute()
  return new Map(rows.map(({ terminalId, ...credential }) => [terminalId, credential]))
}

/** Terminals whose credential was changed since then. */
export async function selectChanged(db: Db, since: EpochMs): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where('credentialChangedAt', '>', since)
    .execute()
  return rows.map((row) => row.terminalId)
}

/** Terminals that may not be connected, or not with their old secret: disabled, or it ended in these last minutes. */
export async function selectEnded(db: Db, now: EpochMs): Promise<TerminalId[]> {
  const rows = await db
    .selectFrom('terminal')
    .select('terminalId')
    .where((is) =>
      is.or([is('isEnabled', '=', false), is.between('oldSecretUntil', later(now, -ENDED_LATELY_MS), now)]),
    )
    .execute()
  return rows.map((row) => row.terminalId)
}

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

type ScanName = Pick<Scan, 'storeId' | 'deviceId' | 'pointListId' | 'at'>

/** Scans of the stage whose stored row has other values: the first one stays. */
export async function selectStagedConflicts(trx: Db, scans: readonly Scan[]): Promise<ScanName[]> {
  return selectStagedBeside(
    trx,
    scans,
    sql`t.values is distinct from s.values or t.counters is distinct from s.counters`,
  )
}

/** Scans of the stage that were stored before. One that came at the same instant may be this very one. */
export async function selectStagedRepeats(trx: Db, scans: readonly Scan[]): Promise<ScanName[]> {
  return selectStagedBeside(trx, scans, sql`t.received_at <> s.received_at`)
}

/** Scans `s` of the stage beside the stored row `t` of the same name, where that is as the condition says. */
async function selectStagedBeside(
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

export async function upsertLife(trx: Db, life: BatchRows['life']): Promise<void> {
  if (life.length === 0) return
  await sql`
    insert into terminal_hour (store_id, terminal_id, hour, live, told)
    select * from unnest(
      ${life.map((row) => row.storeId)}::int[], ${life.map((row) => row.terminal)}::text[],
      ${life.map((row) => instantText(row.hourMs))}::timestamptz[],
      ${life.map((row) => String(row.live))}::bigint[], ${life.map((row) => String(row.told))}::bigint[])
    on conflict (store_id, terminal_id, hour) do update set
      live = terminal_hour.live | excluded.live, told = terminal_hour.told | excluded.told`.execute(trx)
}

/**
 * Marks hours for compaction. A mark that is there is written again, so that a compaction that is taking it waits for
 * this transaction and sees its scans.
 */
export async function upsertDueHours(trx: Db, hours: BatchRows['dueHours'], now: EpochMs): Promise<void> {
  if (hours.length === 0) return
  await sql`
    insert into hour_due (store_id, hour, marked_at)
    select store_id, hour, ${instantText(now)}::timestamptz from unnest(
      ${hours.map((row) => row.storeId)}::int[],
      ${hours.map((row) => instantText(row.hourMs))}::timestamptz[]) as u (store_id, hour)
    on conflict (store_id, hour) do update set marked_at = excluded.marked_at`.execute(trx)
}

/** Marks days whose connection rate must be counted again. */
export async function upsertDueDays(trx: Db, days: BatchRows['dueDays'], now: EpochMs): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into analysis_due (store_id, analysis, "on", due_at)
    select store_id, analysis, "on", ${instantText(now + LATE_DAY_WAIT_MS)}::timestamptz from unnest(
      ${days.map((row) => row.storeId)}::int[], ${days.map((row) => row.on)}::date[]) as u (store_id, "on")
      cross join (values ('connection_rate'), ('store_day')) as a (analysis)
    on conflict (store_id, analysis, "on") do update set
      due_at = least(analysis_due.due_at, excluded.due_at)`.execute(trx)
}

/** A message, or one of which a part is not stored, with the reason. */
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
