import type { JobId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { FirmwareTables } from '../db/firmware-tables'
import { sqlInstant } from '../db/instants'

const JOBS_OF_PACE = 5

type InstallState = FirmwareTables['firmwareInstall']['state']

/** True where nothing more is to come; named as the index on what is open is. */
export function isOver(table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.state`)} in ('done', 'failed', 'rolled_back', 'lost', 'cancelled')`
}

export interface InstallDraft {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly jobId: JobId
  readonly wave: number
  /** Null: its box polls for it. */
  readonly commandId: string | null
  readonly version: string
  readonly at: EpochMs
}

/** What ran at the time of the order is kept with it. @returns false where another job has the terminal */
export async function insertInstall(
  trx: Trx,
  { storeId, terminalId, jobId, wave, commandId, version, at }: InstallDraft,
): Promise<boolean> {
  const running =
    commandId === null
      ? sql`box_system`
      : sql`(select store_id, terminal_id, firmware_version as version, boot from terminal_state)`
  const { rows } = await sql<{ terminalId: TerminalId }>`
    insert into firmware_install (store_id, job_id, terminal_id, wave, state, command_id, from_version, from_boot, version,
      began_at, changed_at)
    select ${storeId}::int, ${jobId}::bigint, ${terminalId}::text, ${wave}::int, 'told', ${commandId}::text,
      s.version, s.boot, ${version}::text, ${sqlInstant(at)}, ${sqlInstant(at)}
    from (select 1) one left join ${running} s on s.store_id = ${storeId} and s.terminal_id = ${terminalId}
    on conflict do nothing
    returning terminal_id`.execute(trx)
  return rows.length > 0
}

/** Terminals of a job that are at it. */
export async function countOpen(db: Db, jobId: JobId): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from firmware_install i where i.job_id = ${jobId} and not ${isOver('i')}`.execute(
    db,
  )
  return rows[0]?.open ?? 0
}

/** Held until the transaction ends; undefined where the command is of no job. */
export function lockInstall(trx: Trx, storeId: StoreId, commandId: string) {
  return trx
    .selectFrom('firmwareInstall')
    .select(['storeId', 'jobId', 'terminalId', 'state', 'percent', 'version', 'fromBoot', 'fromVersion'])
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .forUpdate()
    .executeTakeFirst()
}
export type InstallRow = NonNullable<Awaited<ReturnType<typeof lockInstall>>>

/** Whether another job is at a terminal. */
export async function hasOtherOpen(
  trx: Trx,
  { storeId, terminalId, jobId }: Pick<InstallRow, 'storeId' | 'terminalId' | 'jobId'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('firmwareInstall')
    .select('jobId')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('jobId', '!=', jobId)
    .where(({ not }) => not(isOver('firmwareInstall')))
    .executeTakeFirst()
  return row !== undefined
}

export interface InstallChange {
  readonly state: InstallState
  readonly percent?: number | null
  readonly errorCode?: string | null
  readonly errorText?: string | null
}

export async function updateInstall(
  trx: Trx,
  { storeId, jobId, terminalId }: Pick<InstallRow, 'storeId' | 'jobId' | 'terminalId'>,
  change: InstallChange,
  at: EpochMs,
): Promise<void> {
  await trx
    .updateTable('firmwareInstall')
    .set({ ...change, changedAt: at })
    .where('storeId', '=', storeId)
    .where('jobId', '=', jobId)
    .where('terminalId', '=', terminalId)
    .execute()
}

/** Ends installations whose command ended without a word of the terminal: it was never taken, or withdrawn. */
export async function endUnanswered(db: Db, now: EpochMs): Promise<void> {
  await sql`
    update firmware_install i set state = case c.state when 'cancelled' then 'cancelled' else 'failed' end,
      error_code = coalesce(c.error_code, case c.state when 'expired' then 'E_EXPIRED' end), error_text = c.error_text,
      changed_at = ${sqlInstant(now)}
    from command c
    where c.store_id = i.store_id and c.command_id = i.command_id and not ${isOver('i')}
      and c.state in ('expired', 'cancelled', 'failed', 'refused')`.execute(db)
}

/**
 * Gives up what no sign has come of; a box that polls, and says nothing of its order, gives none.
 * @returns how many
 */
export async function updateLost(db: Db, silentSince: EpochMs, now: EpochMs): Promise<number> {
  const { rows } = await sql<{ terminalId: TerminalId }>`
    update firmware_install i set state = 'lost', changed_at = ${sqlInstant(now)}
    from terminal_state s
    where s.store_id = i.store_id and s.terminal_id = i.terminal_id and not ${isOver('i')} and i.command_id is not null
      and i.changed_at < ${sqlInstant(silentSince)} and coalesce(s.last_message_at, i.began_at) < ${sqlInstant(silentSince)}
    returning i.terminal_id`.execute(db)
  const { rows: boxes } = await sql<{ terminalId: TerminalId }>`
    update firmware_install i set state = 'lost', changed_at = ${sqlInstant(now)}
    from box_system b
    where b.store_id = i.store_id and b.terminal_id = i.terminal_id and not ${isOver('i')} and i.command_id is null
      and i.changed_at < ${sqlInstant(silentSince)}
    returning i.terminal_id`.execute(db)
  return rows.length + boxes.length
}

/** Whether a terminal is to install an image with these bytes. */
export async function isOrdered(
  db: Db,
  { storeId, terminalId }: Pick<InstallRow, 'storeId' | 'terminalId'>,
  sha256: string,
): Promise<boolean> {
  const { rows } = await sql<{ storeId: StoreId }>`
    select i.store_id from firmware_install i
    where i.store_id = ${storeId} and i.terminal_id = ${terminalId} and not ${isOver('i')}
      and i.job_id in (select f.job_id from firmware_job f
        join firmware_image g on g.firmware_image_id = f.firmware_image_id where g.sha256 = ${sha256})`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * What an installation takes in milliseconds: the median of those of a job that are done, or while there are none of those
 * of the last jobs with images of that type; null where there are none either.
 */
export async function selectInstallMs(db: Db, jobId: JobId, type: string): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select coalesce(${medianOf(sql`n.job_id = ${jobId}`)}, ${medianOf(sql`n.job_id in (
      select f.job_id from firmware_job f join firmware_image i on i.firmware_image_id = f.firmware_image_id
      where i.firmware_type_id = ${type} order by f.job_id desc limit ${JOBS_OF_PACE})`)}) as ms`.execute(db)
  return rows[0]?.ms ?? null
}

function medianOf(which: RawBuilder<unknown>) {
  return sql`(select percentile_cont(0.5) within group (order by 1000 * extract(epoch from n.changed_at - n.began_at))
    from firmware_install n where n.state = 'done' and ${which})`
}
