import type { FirmwareJobState, FirmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import type { BoxChange, BoxInstallation, BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { FirmwareImageId, JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db, Trx } from '../db/connect'
import type { FirmwareTables } from '../db/firmware-tables'
import { sqlInstant } from '../db/instants'
import { isOver } from './install-queries'

/** Of boxes `b` of terminals `t`. A token ends where another box takes the place of the one that it was made for. */
export const isTokenValid = sql<boolean>`(b.token_hash is not null and (t.claimed_at is null or b.token_made_at >= t.claimed_at))`

/** The image of a job for boxes, as it is offered to them, and when. */
export interface BoxImage {
  readonly jobId: JobId
  readonly imageId: FirmwareImageId
  readonly type: BoxType
  readonly version: string
  readonly size: number
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly plan: FirmwarePlan
  readonly jobState: FirmwareJobState
}

export async function selectBoxImage(db: Db, jobId: JobId): Promise<BoxImage | null> {
  const { rows } = await sql<BoxImage>`
    select f.job_id, i.firmware_image_id as image_id, i.firmware_type_id as type, i.version, i.size, i.sha256, i.sha1, i.md5,
      f.plan, f.state as job_state
    from firmware_job f join firmware_image i on i.firmware_image_id = f.firmware_image_id
    where f.job_id = ${jobId} and i.sha1 is not null and i.md5 is not null`.execute(db)
  return rows[0] ?? null
}

/** An installation without its type, which is that of its image. */
export type BoxInstallRow = Omit<BoxInstallation, 'type'> & { readonly jobId: JobId }

const columns = [
  ...(['jobId', 'state', 'percent', 'attempt', 'changedAt'] as const),
  ...(['succeededAt', 'isWithdrawn', 'version', 'fromBoot', 'errorText'] as const),
] as const

function installsOf(db: Db, { storeId, terminalId }: KnownTerminal) {
  return db
    .selectFrom('firmwareInstall')
    .select(columns)
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('commandId', 'is', null)
}

/** The one that is not over. */
export async function selectOpenBoxInstall(db: Db, terminal: KnownTerminal): Promise<BoxInstallRow | null> {
  const row = await installsOf(db, terminal)
    .where(({ not }) => not(isOver('firmwareInstall')))
    .executeTakeFirst()
  return row ?? null
}

/** The one that is not over, or the last one that only seemed to be: its box had fallen silent. */
export async function selectLiveBoxInstall(db: Db, terminal: KnownTerminal): Promise<BoxInstallRow | null> {
  const row = await installsOf(db, terminal)
    .where(({ or, not, eb }) => or([not(isOver('firmwareInstall')), eb('state', '=', 'lost')]))
    .orderBy('jobId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The last one that was done. */
export async function selectDoneBoxInstall(db: Db, terminal: KnownTerminal): Promise<BoxInstallRow | null> {
  const row = await installsOf(db, terminal)
    .where('state', '=', 'done')
    .orderBy('jobId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Held until the transaction ends. */
export async function lockBoxInstall(
  trx: Trx,
  terminal: KnownTerminal,
  jobId: JobId,
): Promise<BoxInstallRow | null> {
  const row = await installsOf(trx, terminal).where('jobId', '=', jobId).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function updateBoxInstall(
  trx: Trx,
  { storeId, terminalId }: KnownTerminal,
  jobId: JobId,
  { state, ...change }: BoxChange,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('firmwareInstall')
    .set({ ...change, state: state as FirmwareTables['firmwareInstall']['state'], changedAt: now })
    .where('storeId', '=', storeId)
    .where('jobId', '=', jobId)
    .where('terminalId', '=', terminalId)
    .execute()
}

/** Gives up what boxes have not begun, and marks what they are still to give up. */
export async function withdrawBoxInstalls(trx: Trx, jobId: JobId, now: EpochMs): Promise<void> {
  await sql`
    update firmware_install i set
      state = case when i.state = 'told' and i.attempt = 1 then 'cancelled' else i.state end,
      is_withdrawn = true, changed_at = case when i.state = 'told' and i.attempt = 1 then ${sqlInstant(now)} else i.changed_at end
    where i.job_id = ${jobId} and i.command_id is null and not ${isOver('i')}`.execute(trx)
}
