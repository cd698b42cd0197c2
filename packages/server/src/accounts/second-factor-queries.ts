import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

export async function hasSecondFactor(db: Db, accountId: AccountId): Promise<boolean> {
  return (await selectSecondFactor(db, accountId)).since !== null
}

export async function selectSecondFactor(db: Db, accountId: AccountId) {
  const row = await db
    .selectFrom('secondFactor')
    .select('confirmedAt')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return { since: row?.confirmedAt ?? null, recoveryCodesLeft: Number(count) }
}

/** Signing in takes the password alone from now on. */
export async function deleteSecondFactor(db: Db, accountId: AccountId): Promise<void> {
  await db.deleteFrom('secondFactor').where('accountId', '=', accountId).execute()
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
}

/** Keeps a secret that waits to be confirmed, in the place of one that waited before. @returns false where one is confirmed */
export async function insertWaitingFactor(
  db: Db,
  accountId: AccountId,
  secret: Uint8Array,
): Promise<boolean> {
  const row = await db
    .insertInto('secondFactor')
    .values({ accountId, secret, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ secret, lastStep: 0 })
        .where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** A secret that is confirmed, or one that waits to be. */
export async function selectFactorSecret(
  db: Db,
  accountId: AccountId,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('secondFactor')
    .select('secret')
    .where('accountId', '=', accountId)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  return row?.secret ?? null
}

/** Takes the step of a code; a secret that waits is confirmed with it. @returns false where it is taken already */
export async function updateLastStep(
  db: Db,
  accountId: AccountId,
  step: number,
  { isConfirmed, now }: { readonly isConfirmed: boolean; readonly now: EpochMs },
): Promise<boolean> {
  const row = await db
    .updateTable('secondFactor')
    .set({ lastStep: step, ...(!isConfirmed && { confirmedAt: now }) })
    .where('accountId', '=', accountId)
    .where('lastStep', '<', step)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when there is none (any more) */
export async function deleteRecoveryCode(
  db: Db,
  accountId: AccountId,
  codeHash: Uint8Array,
): Promise<boolean> {
  const row = await db
    .deleteFrom('recoveryCode')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts new recovery codes in the place of the old ones. */
export async function replaceCodeHashes(
  db: Db,
  accountId: AccountId,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
}
