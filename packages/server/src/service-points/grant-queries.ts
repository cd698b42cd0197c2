import type { CreditEntryId, CreditGrantId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { Pool } from './ledger-queries'

export async function insertGrant(
  trx: Trx,
  { chainId, subservice }: Pool,
  {
    points,
    createdAt,
    expiresAt,
  }: { readonly points: number; readonly createdAt: EpochMs; readonly expiresAt: EpochMs },
): Promise<CreditGrantId> {
  const { creditGrantId } = await trx
    .insertInto('creditGrant')
    .values({ chainId, subservice, points, leftPoints: 0, createdAt, expiresAt })
    .returning('creditGrantId')
    .executeTakeFirstOrThrow()
  return creditGrantId
}

export async function selectGrant(db: Db, chainId: DepartmentId, grantId: CreditGrantId) {
  const row = await db
    .selectFrom('creditGrant')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('creditGrantId', '=', grantId)
    .executeTakeFirst()
  return row ?? null
}

export async function updateGrantEnded(
  trx: Trx,
  chainId: DepartmentId,
  grantId: CreditGrantId,
  endedBy: 'expire' | 'void',
  endedAt: EpochMs,
): Promise<void> {
  await trx
    .updateTable('creditGrant')
    .set({ endedAt, endedBy })
    .where('chainId', '=', chainId)
    .where('creditGrantId', '=', grantId)
    .execute()
}

/** Grants whose time is over and that have not ended yet, the oldest first. */
export function selectExpired(db: Db, now: EpochMs, limit: number) {
  return db
    .selectFrom('creditGrant')
    .select(['chainId', 'creditGrantId'])
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
}

/** The grants of a chain, those that can be used first. */
export function selectGrants(
  db: Db,
  chainId: DepartmentId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return db
    .selectFrom('creditGrant')
    .selectAll()
    .where('chainId', '=', chainId)
    .orderBy(sql<SqlBool>`ended_at is not null`)
    .orderBy('expiresAt')
    .orderBy('creditGrantId')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countGrants(db: Db, chainId: DepartmentId): Promise<number> {
  const { count } = await db
    .selectFrom('creditGrant')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('chainId', '=', chainId)
    .executeTakeFirstOrThrow()
  return count
}

/** An entry by its number, as it stands. */
export async function selectEntry(db: Db, chainId: DepartmentId, entryId: CreditEntryId) {
  const row = await db
    .selectFrom('creditEntry')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('creditEntryId', '=', entryId)
    .executeTakeFirst()
  return row ?? null
}
