import type { CreditGrantId } from '../ids'
import type { Take } from './take-points'

/**
 * Where points are. `provider`: not with the chain, so below zero by all that it has; `free`: with the chain, to be used;
 * `held`: reserved for a store; `spent`: used by one.
 */
export const creditPlaces = ['provider', 'free', 'held', 'spent'] as const
export type CreditPlace = (typeof creditPlaces)[number]

/** One side of an entry: points that come to a place, or leave it where they are below zero. */
export interface Leg {
  readonly place: CreditPlace
  /** `null`: owed, no grant covers them. */
  readonly grantId: CreditGrantId | null
  readonly points: number
}

/** The legs of points that go from one place to another; their sum is zero. */
export function move(takes: readonly Take[], from: CreditPlace, to: CreditPlace): Leg[] {
  return takes.flatMap(({ grantId, points }) => [
    { place: from, grantId, points: -points },
    { place: to, grantId, points },
  ])
}

/** Points that come back to their grants; what is of a grant that has ended goes to the provider. */
export function giveBack(
  takes: readonly Take[],
  from: CreditPlace,
  isOpen: (grantId: CreditGrantId) => boolean,
): Leg[] {
  return takes.flatMap((take) =>
    move([take], from, take.grantId === null || isOpen(take.grantId) ? 'free' : 'provider'),
  )
}

/** Owed points that a grant covers: the chain has as many as before, and knows of which grant they were. */
export function cover(grantId: CreditGrantId, points: number): Leg[] {
  return [
    { place: 'free', grantId, points: -points },
    { place: 'free', grantId: null, points },
  ]
}

/** What legs come to in one place. */
export function sumIn(place: CreditPlace, legs: readonly Leg[]): number {
  return legs.reduce((sum, leg) => (leg.place === place ? sum + leg.points : sum), 0)
}
