import type { JobId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db, Trx } from '../db/connect'

/** What a box has said once and for all. */
export interface AutoConfirm {
  /** Null: it is asked about each job. */
  readonly autoConfirmedAt: EpochMs | null
  readonly autoConfirmedBy: string | null
  readonly autoConfirmRemark: string | null
}

/** What a box has answered for its store. */
export interface BoxConsent extends AutoConfirm {
  /** The job to which it has said yes. */
  readonly confirmedJobId: JobId | null
}

function consentOf(db: Db, { storeId, terminalId }: KnownTerminal) {
  return db
    .selectFrom('boxSystem')
    .select(['autoConfirmedAt', 'autoConfirmedBy', 'autoConfirmRemark', 'confirmedJobId'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
}

/** Of a box that has signed in. */
export function selectConsent(db: Db, terminal: KnownTerminal): Promise<BoxConsent> {
  return consentOf(db, terminal).executeTakeFirstOrThrow()
}

/** Held until the transaction ends. */
export function lockConsent(trx: Trx, terminal: KnownTerminal): Promise<BoxConsent> {
  return consentOf(trx, terminal).forUpdate().executeTakeFirstOrThrow()
}

export async function updateConfirmed(
  trx: Trx,
  { storeId, terminalId }: KnownTerminal,
  confirmedJobId: JobId | null,
): Promise<void> {
  await trx
    .updateTable('boxSystem')
    .set({ confirmedJobId })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .execute()
}

/** @returns false where it was not asked already */
export async function activateAutoConfirm(
  db: Db,
  { storeId, terminalId }: KnownTerminal,
  autoConfirm: AutoConfirm,
): Promise<boolean> {
  const row = await db
    .updateTable('boxSystem')
    .set(autoConfirm)
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('autoConfirmedAt', 'is', null)
    .returning('terminalId')
    .executeTakeFirst()
  return row !== undefined
}

export async function deactivateAutoConfirm(db: Db, { storeId, terminalId }: KnownTerminal): Promise<void> {
  await db
    .updateTable('boxSystem')
    .set({ autoConfirmedAt: null, autoConfirmedBy: null, autoConfirmRemark: null })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .execute()
}
