import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { ok, type Result } from '@coldkeep/domain/result'
import type { CreditCause } from '@coldkeep/domain/service-points/entry'
import { type PaidAct, paidActs } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Actor } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import type { CreditDetail } from '../db/credit-tables'
import { selectDepartmentPlace, selectStorePlace } from './ledger-queries'
import { type Posting, release, reserve, use } from './reserve-points'
import { selectRule } from './rule-queries'

/** Something of the product that may cost points, done at a store. */
export interface StoreAct {
  readonly act: PaidAct
  readonly cause: CreditCause
  readonly storeId: StoreId
  readonly by: Actor
  readonly now: EpochMs
  readonly detail?: CreditDetail
}

/**
 * Reserves what an act costs now, before it is done; that is its price, whatever the list says at its end. Within the
 * transaction of the caller, once for its cause.
 * @returns `short` where the chain lacks points: the act is refused
 */
export async function reservePoints(trx: Trx, act: StoreAct): Promise<Result<unknown, 'short'>> {
  const priced = await priceOf(trx, act)
  if (priced === null) return ok(null)
  return reserve(trx, priced.posting, priced.points, priced.mayOwe)
}

/** Uses what was reserved for an act that has been done. */
export async function useReserved(trx: Trx, act: StoreAct): Promise<void> {
  const priced = await priceOf(trx, act)
  if (priced !== null) await use(trx, priced.posting, 'reserved', 'owe')
}

/** Releases what was reserved for an act that was not done after all. */
export async function releasePoints(trx: Trx, act: StoreAct): Promise<void> {
  const priced = await priceOf(trx, act)
  if (priced !== null) await release(trx, priced.posting)
}

/** Posts an act that has been done and cannot be refused any more: what the chain lacks, it owes. */
export async function usePoints(trx: Trx, act: StoreAct): Promise<void> {
  const priced = await priceOf(trx, act)
  if (priced !== null) await use(trx, priced.posting, priced.points, 'owe')
}

/** Something that is done for a department, so many times. */
export type DepartmentAct = Omit<StoreAct, 'storeId' | 'detail'> & {
  readonly departmentId: DepartmentId
  readonly count: number
}

/**
 * Posts an act for a department before it is done, once for its cause: what was posted before costs nothing again.
 * @returns what it cost; `isShort` where the chain lacks points, then the act is refused
 */
export async function usePointsOfDepartment(
  trx: Trx,
  { act, cause, departmentId, count, by, now }: DepartmentAct,
): Promise<{ readonly isShort: boolean; readonly points: number }> {
  const place = await selectDepartmentPlace(trx, departmentId)
  const { prices, mayOwe } = await selectRule(trx, place.chainId)
  const posting = { cause, subservice: paidActs[act], place, by, now, detail: {} }
  const points = (prices[act] ?? 0) * count
  const used = await use(trx, posting, points, mayOwe ? 'owe' : 'refuse')
  return { isShort: !used.ok, points: used.ok && used.value === 'posted' ? points : 0 }
}

interface Priced {
  readonly posting: Posting
  readonly points: number
  readonly mayOwe: boolean
}

async function priceOf(
  trx: Trx,
  { act, cause, storeId, by, now, detail = {} }: StoreAct,
): Promise<Priced | null> {
  const place = await selectStorePlace(trx, storeId)
  // a store that was removed in between has no one to pay
  if (place === undefined) return null
  const { prices, mayOwe } = await selectRule(trx, place.chainId)
  const posting = { cause, subservice: paidActs[act], place, by, now, detail }
  return { posting, points: prices[act] ?? 0, mayOwe }
}
