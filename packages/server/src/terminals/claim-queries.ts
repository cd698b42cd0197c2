import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { Tables } from '../db/tables'

/** An unused code is remembered this long, to report that it has expired. */
const EXPIRED_KEPT_MS = days(30)

/** @returns false where another terminal's code begins with the same signs */
export async function insertClaim(db: Db, claim: Insertable<Tables['terminalClaim']>): Promise<boolean> {
  await db
    .deleteFrom('terminalClaim')
    .where((is) =>
      is.or([
        is('terminalId', '=', claim.terminalId),
        is('expiresAt', '<', later(claim.createdAt, -EXPIRED_KEPT_MS)),
      ]),
    )
    .execute()
  const row = await db
    .insertInto('terminalClaim')
    .values(claim)
    .onConflict((conflict) => conflict.column('selector').doNothing())
    .returning('selector')
    .executeTakeFirst()
  return row !== undefined
}

export async function selectClaim(db: Db, selector: string): Promise<{ selector: string } | null> {
  const row = await db
    .selectFrom('terminalClaim')
    .select('selector')
    .where('selector', '=', selector)
    .executeTakeFirst()
  return row ?? null
}

export interface OpenClaim {
  readonly selector: string
  readonly terminalId: TerminalId
  readonly storeId: StoreId
  readonly verifierHash: Uint8Array
  readonly expiresAt: EpochMs
  readonly createdBy: string
  readonly accountId: AccountId | null
  readonly isEnabled: boolean
}

/** Takes one of the tries that a code has. @returns `null` where there is no such code or no try left */
export async function takeTry(db: Db, selector: string, most: number): Promise<OpenClaim | null> {
  const row = await db
    .updateTable('terminalClaim')
    .set({ wrongTries: sql`wrong_tries + 1` })
    .where('selector', '=', selector)
    .where('wrongTries', '<', most)
    .returning(['selector', 'terminalId', 'storeId', 'verifierHash', 'expiresAt', 'createdBy', 'accountId'])
    .executeTakeFirst()
  if (row === undefined) return null
  const { isEnabled } = await db
    .selectFrom('terminal')
    .select('isEnabled')
    .where('terminalId', '=', row.terminalId)
    .executeTakeFirstOrThrow()
  return { ...row, isEnabled }
}

/** @returns false where another box was faster */
export async function spendCode(trx: Db, { selector, verifierHash }: OpenClaim): Promise<boolean> {
  const spent = await trx
    .deleteFrom('terminalClaim')
    .where('selector', '=', selector)
    .where('verifierHash', '=', verifierHash)
    .returning('selector')
    .executeTakeFirst()
  return spent !== undefined
}

/** @returns false where none was open */
export async function deleteClaim(db: Db, terminalId: TerminalId, now: EpochMs): Promise<boolean> {
  const row = await db
    .deleteFrom('terminalClaim')
    .where('terminalId', '=', terminalId)
    .returning('expiresAt')
    .executeTakeFirst()
  return row !== undefined && now < row.expiresAt
}

/** Until when the codes of terminals are open; those that none is open for are left out. */
export async function selectOpenCodes(
  db: Db,
  terminals: readonly TerminalId[],
  now: EpochMs,
): Promise<Map<TerminalId, EpochMs>> {
  if (terminals.length === 0) return new Map()
  const rows = await db
    .selectFrom('terminalClaim')
    .select(['terminalId', 'expiresAt'])
    .where('terminalId', 'in', terminals)
    .where('expiresAt', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.terminalId, row.expiresAt]))
}
