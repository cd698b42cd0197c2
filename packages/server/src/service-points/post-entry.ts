import type { CreditEntryId, CreditGrantId } from '@coldkeep/domain/ids'
import { creditMonth } from '@coldkeep/domain/service-points/credit-month'
import { type Leg, sumIn } from '@coldkeep/domain/service-points/legs'
import type { Trx } from '../db/connect'
import {
  addToBalance,
  addToGrants,
  addToMonth,
  type EntryDraft,
  insertEntry,
  insertLegs,
} from './ledger-queries'

/**
 * Writes an entry with its legs, and what follows from them: balance, grants, month. To be called with the lock of the pool.
 * @returns `null` where its cause has an entry for this step already, and nothing is written
 */
export async function postEntry(
  trx: Trx,
  draft: EntryDraft,
  legs: readonly Leg[],
): Promise<CreditEntryId | null> {
  const entryId = await insertEntry(trx, draft)
  if (entryId === null) return null
  await postLegs(trx, draft, entryId, legs)
  return entryId
}

/** The same for an entry that is there, where its legs name what was written in between. */
export async function postLegs(
  trx: Trx,
  { place, subservice, kind, at }: EntryDraft,
  entryId: CreditEntryId,
  legs: readonly Leg[],
): Promise<void> {
  if (legs.length === 0) return
  const { chainId } = place
  await insertLegs(trx, chainId, entryId, legs)
  await addToBalance(
    trx,
    { chainId, subservice },
    {
      free: sumIn('free', legs),
      held: sumIn('held', legs),
      spent: sumIn('spent', legs),
      owed: -sumIn(
        'free',
        legs.filter(({ grantId }) => grantId === null),
      ),
    },
  )
  await addToGrants(trx, chainId, changesOfGrants(legs))
  const spent = sumIn('spent', legs)
  const provider = sumIn('provider', legs)
  await addToMonth(trx, place, subservice, creditMonth(at), {
    granted: kind === 'grant' ? -provider : 0,
    used: Math.max(0, spent),
    corrected: Math.max(0, -spent),
    lapsed: kind === 'grant' ? 0 : provider,
  })
}

function changesOfGrants(legs: readonly Leg[]): ReadonlyMap<CreditGrantId, number> {
  const changes = new Map<CreditGrantId, number>()
  for (const { place, grantId, points } of legs)
    if (place === 'free' && grantId !== null) changes.set(grantId, (changes.get(grantId) ?? 0) + points)
  return changes
}
