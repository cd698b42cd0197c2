import type { BoxSystem, BoxType } from '@coldkeep/domain/firmware/box-installation'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { isTokenValid } from '../firmware/box-install-queries'

/** A poll is kept so exactly, so that boxes that poll often cost no more rows. */
const POLL_KEPT_EVERY_MS = minutes(1)

export interface BoxToken {
  readonly storeId: StoreId
  readonly tokenHash: Uint8Array
}

/** The valid token of a terminal that is enabled. */
export async function selectToken(db: Db, terminalId: TerminalId): Promise<BoxToken | null> {
  const { rows } = await sql<BoxToken>`
    select t.store_id, b.token_hash
    from terminal t join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
    where t.terminal_id = ${terminalId} and t.is_enabled and ${isTokenValid}`.execute(db)
  return rows[0] ?? null
}

export interface BoxSystemRow extends BoxSystem {
  readonly type: BoxType
  readonly isTokenValid: boolean
  readonly tokenMadeAt: EpochMs
  readonly tokenMadeBy: string
  readonly polledAt: EpochMs | null
  readonly attributes: Readonly<Record<string, string>>
}

export async function selectSystem(
  db: Db,
  { storeId, terminalId }: KnownTerminal,
): Promise<BoxSystemRow | null> {
  const { rows } = await sql<BoxSystemRow>`
    select b.firmware_type_id as type, ${isTokenValid} as is_token_valid, b.token_made_at, b.token_made_by, b.version, b.boot,
      b.reported_at, b.polled_at, b.attributes
    from terminal t join box_system b on b.store_id = t.store_id and b.terminal_id = t.terminal_id
    where b.store_id = ${storeId} and b.terminal_id = ${terminalId}`.execute(db)
  return rows[0] ?? null
}

export interface TokenDraft {
  readonly type: BoxType
  readonly tokenHash: Uint8Array
  readonly by: string
  readonly at: EpochMs
}

/** Puts a token in the place of an older one; what the box has reported stays. */
export async function upsertToken(
  trx: Trx,
  { storeId, terminalId }: KnownTerminal,
  { type: firmwareTypeId, tokenHash, by: tokenMadeBy, at: tokenMadeAt }: TokenDraft,
): Promise<void> {
  const token = { firmwareTypeId, tokenHash, tokenMadeBy, tokenMadeAt }
  await trx
    .insertInto('boxSystem')
    .values({ storeId, terminalId, ...token })
    .onConflict((conflict) => conflict.columns(['storeId', 'terminalId']).doUpdateSet(token))
    .execute()
}

/** @returns false where there was none */
export async function deleteToken(trx: Trx, { storeId, terminalId }: KnownTerminal): Promise<boolean> {
  const row = await trx
    .updateTable('boxSystem')
    .set({ tokenHash: null })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('tokenHash', 'is not', null)
    .returning('terminalId')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePolled(
  db: Db,
  { storeId, terminalId }: KnownTerminal,
  now: EpochMs,
): Promise<void> {
  await sql`update box_system set polled_at = ${sqlInstant(now)}
    where store_id = ${storeId} and terminal_id = ${terminalId}
      and (polled_at is null or polled_at < ${sqlInstant(later(now, -POLL_KEPT_EVERY_MS))})`.execute(db)
}

/** Held until the transaction ends. */
export async function lockReported(trx: Trx, { storeId, terminalId }: KnownTerminal) {
  return trx
    .selectFrom('boxSystem')
    .select(['attributes', 'version', 'boot', 'reportedAt'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

interface Reported extends BoxSystem {
  readonly attributes: Readonly<Record<string, string>>
}

export async function updateReported(
  trx: Trx,
  { storeId, terminalId }: KnownTerminal,
  { attributes, version, boot, reportedAt }: Reported,
): Promise<void> {
  await trx
    .updateTable('boxSystem')
    .set({ attributes: JSON.stringify(attributes), version, boot, reportedAt })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .execute()
}
