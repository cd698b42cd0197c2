import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { CreditCause } from '@coldkeep/domain/service-points/entry'
import { giveBack, move } from '@coldkeep/domain/service-points/legs'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import {
  owedOf,
  pointsOf,
  settleReserved,
  type Take,
  takePoints,
} from '@coldkeep/domain/service-points/take-points'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import type { CreditDetail } from '../db/credit-tables'
import {
  type CreditPlaceThen,
  deleteHold,
  hasEntry,
  insertHold,
  lockPool,
  type Pool,
  selectHold,
  selectOpenGrants,
  selectStillOpen,
  selectTakes,
} from './ledger-queries'
import { postEntry } from './post-entry'

/** Longer than any session lasts. */
const HELD_FOR_MS = days(2)

/** What points are moved for. */
export interface Posting {
  readonly cause: CreditCause
  readonly subservice: Subservice
  readonly place: CreditPlaceThen
  readonly by: Actor
  readonly now: EpochMs
  readonly detail: CreditDetail
}

/** `repeated`: the cause has its entry already, and nothing was changed. */
export type Posted = 'posted' | 'repeated'

/**
 * Reserves points for a store, of the grants that expire first.
 * @param mayOwe they may be more than the chain has
 * @returns `short` where they are and may not
 */
export async function reserve(
  trx: Trx,
  posting: Posting,
  points: number,
  mayOwe: boolean,
): Promise<Result<Posted, 'short'>> {
  const { cause, place, now } = posting
  const pool = poolOf(posting)
  await lockPool(trx, pool)
  // what has been settled would never be settled again
  if (await hasEntry(trx, place.chainId, cause, 'use')) return ok('repeated')
  const takes = takePoints(await selectOpenGrants(trx, pool, now), points)
  if (owedOf(takes) > 0 && !mayOwe)
    return (await hasEntry(trx, place.chainId, cause, 'reserve')) ? ok('repeated') : fail('short')
  const legs = move(takes, 'free', 'held')
  const entryId = await postEntry(trx, entryOf('reserve', posting, points, owedOf(takes)), legs)
  if (entryId === null) return ok('repeated')
  await insertHold(trx, place.chainId, cause, entryId, later(now, HELD_FOR_MS))
  return ok('posted')
}

/**
 * Uses points of a store: those that were reserved for the cause, and others where they are more; what is not used of
 * the reserved ones is free again.
 * @param points `reserved`: as many as were, none where none were
 * @param ifShort what to do where the chain has fewer: `owe` is for what has been done already
 * @returns `short` where it refuses
 */
export async function use(
  trx: Trx,
  posting: Posting,
  points: number | 'reserved',
  ifShort: 'owe' | 'refuse',
): Promise<Result<Posted, 'short'>> {
  const { cause, place, now } = posting
  const pool = poolOf(posting)
  await lockPool(trx, pool)
  const reserved = await takeReserved(trx, posting)
  const spent = points === 'reserved' ? pointsOf(reserved) : points
  const { used, back, more } = settleReserved(reserved, spent)
  const extra = takePoints(await selectOpenGrants(trx, pool, now), more)
  if (owedOf(extra) > 0 && ifShort === 'refuse')
    return (await hasEntry(trx, place.chainId, cause, 'use')) ? ok('repeated') : fail('short')
  const legs = [
    ...move(used, 'held', 'spent'),
    ...(await backTo(trx, posting, back)),
    ...move(extra, 'free', 'spent'),
  ]
  const owed = owedOf(used) + owedOf(extra)
  const entryId = await postEntry(trx, entryOf('use', posting, spent, owed), legs)
  if (entryId === null) return ok('repeated')
  await deleteHold(trx, place.chainId, cause)
  return ok('posted')
}

/** What was reserved for a cause is free again; nothing happens where nothing is. */
export async function release(trx: Trx, posting: Posting): Promise<Posted> {
  const { cause, place } = posting
  await lockPool(trx, poolOf(posting))
  if ((await selectHold(trx, place.chainId, cause)) === null) return 'repeated'
  const reserved = await takeReserved(trx, posting)
  const legs = await backTo(trx, posting, reserved)
  const entryId = await postEntry(trx, entryOf('release', posting, pointsOf(reserved), 0), legs)
  if (entryId === null) return 'repeated'
  await deleteHold(trx, place.chainId, cause)
  return 'posted'
}

async function takeReserved(trx: Trx, { cause, place }: Posting): Promise<Take[]> {
  const heldBy = await selectHold(trx, place.chainId, cause)
  return heldBy === null ? [] : selectTakes(trx, place.chainId, heldBy, 'held')
}

async function backTo(trx: Trx, { place, now }: Posting, takes: readonly Take[]) {
  const grantIds = takes.flatMap(({ grantId }) => (grantId === null ? [] : [grantId]))
  const open = await selectStillOpen(trx, place.chainId, grantIds, now)
  return giveBack(takes, 'held', (grantId) => open.has(grantId))
}

function poolOf({ place, subservice }: Posting): Pool {
  return { chainId: place.chainId, subservice }
}

function entryOf(
  kind: 'reserve' | 'use' | 'release',
  { cause, subservice, place, by, now, detail }: Posting,
  points: number,
  owed: number,
) {
  return { kind, cause, subservice, place, points, owed, at: now, by, detail }
}
