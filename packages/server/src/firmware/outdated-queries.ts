import type { DepartmentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** A type and version as terminals report them. */
export interface ReportedFirmware {
  readonly type: string
  readonly version: string
}

/** Each once. One read of the states of all terminals. */
export async function selectReportedFirmware(db: Db): Promise<ReportedFirmware[]> {
  const { rows } = await sql<ReportedFirmware>`
    select distinct firmware_type as type, firmware_version as version from terminal_state
    where firmware_type is not null and firmware_version is not null`.execute(db)
  return rows
}

/** Until the end of the transaction no other process looks for terminals that were left behind. */
export async function lockOutdated(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outdated terminals', 0))`.execute(trx)
}

/** True for states `s` of one of these. A list of texts, so that no plan reads it again for each row. */
function runsOneOf(firmware: readonly ReportedFirmware[]) {
  // a type has no space in it
  const names = firmware.map(({ type, version }) => `${type} ${version}`)
  return sql`s.firmware_type || ' ' || s.firmware_version = any(${names}::text[])`
}

/** Forgets those that run none of these any more, are disabled or gone. */
export async function deleteCaughtUp(trx: Trx, outdated: readonly ReportedFirmware[]): Promise<void> {
  await sql`
    delete from outdated_terminal o where not exists (
      select from terminal_state s join terminal t on t.store_id = s.store_id and t.terminal_id = s.terminal_id
      where s.store_id = o.store_id and s.terminal_id = o.terminal_id and t.is_enabled
        and ${runsOneOf(outdated)})`.execute(trx)
}

export interface OutdatedTerminal extends ReportedFirmware {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** Those that run one of these, where that was not known. */
export async function insertOutdated(
  trx: Trx,
  outdated: readonly ReportedFirmware[],
  now: EpochMs,
): Promise<OutdatedTerminal[]> {
  if (outdated.length === 0) return []
  const { rows } = await sql<OutdatedTerminal>`
    with found as (
      insert into outdated_terminal (store_id, terminal_id, version, since)
      select s.store_id, s.terminal_id, s.firmware_version, ${sqlInstant(now)}
      from terminal_state s join terminal t on t.store_id = s.store_id and t.terminal_id = s.terminal_id
      where t.is_enabled and ${runsOneOf(outdated)}
      on conflict do nothing
      returning store_id, terminal_id, version)
    select found.store_id, found.terminal_id, s.firmware_type as type, found.version
    from found join terminal_state s on s.store_id = found.store_id and s.terminal_id = found.terminal_id`.execute(
    trx,
  )
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
