import type { DepartmentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A type and version as terminals and boxes report them. */
export interface ReportedFirmware {
  readonly type: string
  readonly version: string
}

/** What runs in stores: programs of terminals, and the systems of their boxes. */
const running = sql`(select store_id, terminal_id, firmware_type as type, firmware_version as version from terminal_state
    where firmware_type is not null and firmware_version is not null
  union all
  select store_id, terminal_id, firmware_type_id as type, version from box_system where version is not null)`

/** Each once. One read of all that runs. */
export async function selectReportedFirmware(db: Db): Promise<ReportedFirmware[]> {
  const { rows } = await sql<ReportedFirmware>`select distinct r.type, r.version from ${running} r`.execute(
    db,
  )
  return rows
}

/** Until the end of the transaction no other process looks for terminals that were left behind. */
export async function lockOutdated(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outdated terminals', 0))`.execute(trx)
}

/** True for rows `r` of what runs that are one of these. A list of texts, so that no plan reads it again for each row. */
function isOneOf(firmware: readonly ReportedFirmware[]) {
  // a type has no space in it
  const names = firmware.map(({ type, version }) => `${type} ${version}`)
  return sql`r.type || ' ' || r.version = any(${names}::text[])`
}

/** Forgets those that run none of these any more, are disabled or gone. */
export async function deleteCaughtUp(trx: Trx, outdated: readonly ReportedFirmware[]): Promise<void> {
  await sql`
    delete from outdated_terminal o where not exists (
      select from ${running} r join terminal t on t.store_id = r.store_id and t.terminal_id = r.terminal_id
      where r.store_id = o.store_id and r.terminal_id = o.terminal_id and t.is_enabled and ${isOneOf(outdated)})`.execute(
    trx,
  )
}

export interface OutdatedTerminal extends ReportedFirmware {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** What runs of these where that was not known; a terminal and its box may both run one. */
export async function insertOutdated(
  trx: Trx,
  outdated: readonly ReportedFirmware[],
  now: EpochMs,
): Promise<OutdatedTerminal[]> {
  if (outdated.length === 0) return []
  const { rows } = await sql<OutdatedTerminal>`
    with found as (
      insert into outdated_terminal (store_id, terminal_id, version, since)
      select r.store_id, r.terminal_id, r.version, ${sqlInstant(now)}
      from ${running} r join terminal t on t.store_id = r.store_id and t.terminal_id = r.terminal_id
      where t.is_enabled and ${isOneOf(outdated)}
      on conflict do nothing
      returning store_id, terminal_id)
    select r.store_id, r.terminal_id, r.type, r.version
    from found join ${running} r on r.store_id = found.store_id and r.terminal_id = found.terminal_id
    where ${isOneOf(outdated)} order by r.store_id, r.terminal_id, r.type`.execute(trx)
  return rows
}

/** Stores by number, with the departments over each. */
export async function selectStorePlaces(trx: Trx, storeIds: readonly StoreId[]) {
  const { rows } = await sql<{
    storeId: StoreId
    code: string
    name: string
    path: readonly DepartmentId[]
  }>`select store.store_id, store.code, store.name, department.path
    from store join department on department.department_id = store.department_id
    where store.store_id = any(${[...storeIds]}::int[]) order by store.code`.execute(trx)
  return rows
}
