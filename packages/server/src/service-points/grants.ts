import type { CreditEntryId, CreditGrantId, DepartmentId } from '@coldkeep/domain/ids'
import type { CreditCause } from '@coldkeep/domain/service-points/entry'
import { cover, giveBack, move } from '@coldkeep/domain/service-points/legs'
import { pointsOf } from '@coldkeep/domain/service-points/take-points'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { insertGrant, selectEntry, selectGrant, updateGrantEnded } from './grant-queries'
import { insertEntry, lockPool, type Pool, selectChain, selectStillOpen, selectTakes } from './ledger-queries'
import { postEntry, postLegs } from './post-entry'
import type { Posted } from './reserve-points'

interface Granting {
  readonly pool: Pool
  readonly cause: CreditCause
  readonly points: number
  readonly expiresAt: EpochMs
  readonly by: Actor
  readonly now: EpochMs
}

/**
 * Grants points to a chain until an instant. What it owes is covered by them first.
 * @returns `null` where the cause has brought a grant already
 */
export async function grantPoints(
  trx: Trx,
  { pool, cause, points, expiresAt, by, now }: Granting,
): Promise<CreditGrantId | null> {
  const place = await selectChain(trx, pool.chainId)
  const owed = await lockPool(trx, pool)
  const common = { subservice: pool.subservice, place, at: now, by, detail: {} }
  const draft = { ...common, kind: 'grant' as const, cause, points, owed: 0 }
  const entryId = await insertEntry(trx, draft)
  if (entryId === null) return null
  const grantId = await insertGrant(trx, pool, { points, createdAt: now, expiresAt })
  await postLegs(trx, draft, entryId, move([{ grantId, points }], 'provider', 'free'))
  const covered = Math.min(owed, points)
  if (covered > 0) {
    const ofGrant = { kind: 'grant', id: String(grantId) } as const
    const covering = { ...common, kind: 'cover' as const, cause: ofGrant, points: covered, owed: 0 }
    await postEntry(trx, covering, cover(grantId, covered))
  }
  return grantId
}

/** Why a grant ends. */
interface GrantEnd {
  readonly kind: 'expire' | 'void'
  readonly by: Actor
  readonly now: EpochMs
  readonly reason?: string
}

/**
 * Ends a grant: what is left of it goes back to the provider, what was used of it stays used. Points that are reserved can
 * still be used, and go back too where they are not.
 * @returns `repeated` where it had ended, or is not one of the chain
 */
export async function endGrant(
  trx: Trx,
  chainId: DepartmentId,
  grantId: CreditGrantId,
  { kind, by, now, reason }: GrantEnd,
): Promise<Posted> {
  const found = await selectGrant(trx, chainId, grantId)
  if (found === null) return 'repeated'
  const { subservice } = found
  await lockPool(trx, { chainId, subservice })
  const left = (await selectGrant(trx, chainId, grantId))?.leftPoints ?? 0
  const legs = left === 0 ? [] : move([{ grantId, points: left }], 'free', 'provider')
  const entryId = await postEntry(
    trx,
    {
      kind,
      cause: { kind: 'grant', id: String(grantId) },
      subservice,
      place: await selectChain(trx, chainId),
      points: left,
      owed: 0,
      at: now,
      by,
      detail: reason === undefined ? {} : { reason },
    },
    legs,
  )
  if (entryId === null) return 'repeated'
  await updateGrantEnded(trx, chainId, grantId, kind, now)
  return 'posted'
}

interface Correction {
  readonly by: Actor
  readonly now: EpochMs
  readonly reason: string
}

/**
 * Takes a use back by another entry, at the place of the first: the points return to the grants that they were of, those of a grant that
 * has ended to the provider.
 * @returns `null` where there is no such use, `repeated` where it was taken back before
 */
export async function correctUse(
  trx: Trx,
  chainId: DepartmentId,
  entryId: CreditEntryId,
  { by, now, reason }: Correction,
): Promise<Posted | null> {
  const entry = await selectEntry(trx, chainId, entryId)
  if (entry?.kind !== 'use') return null
  const { subservice, storeId, storeName, departmentId, detail } = entry
  await lockPool(trx, { chainId, subservice })
  const takes = await selectTakes(trx, chainId, entryId, 'spent')
  const grantIds = takes.flatMap(({ grantId }) => (grantId === null ? [] : [grantId]))
  const open = await selectStillOpen(trx, chainId, grantIds, now)
  const posted = await postEntry(
    trx,
    {
      kind: 'correct',
      cause: { kind: 'entry', id: String(entryId) },
      subservice,
      place: { chainId, departmentId, storeId, name: storeName },
      points: pointsOf(takes),
      owed: 0,
      at: now,
      by,
      detail: { ...detail, reason },
    },
    giveBack(takes, 'spent', (grantId) => open.has(grantId)),
  )
  return posted === null ? 'repeated' : 'posted'
}
