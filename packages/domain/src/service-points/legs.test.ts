import { expect, test } from 'vitest'
import type { CreditGrantId } from '../ids'
import { cover, creditPlaces, giveBack, move, sumIn } from './legs'

const [first, second] = [1, 2] as unknown as [CreditGrantId, CreditGrantId]
const takes = [
  { grantId: first, points: 4 },
  { grantId: second, points: 3 },
  { grantId: null, points: 2 },
]
const sums = (legs: ReturnType<typeof move>) => creditPlaces.map((place) => sumIn(place, legs))

test('what leaves a place comes to another', () => {
  expect(sums(move(takes, 'free', 'held'))).toEqual([0, -9, 9, 0])
})

test('points of a grant that has ended go to the provider, owed ones stay with the chain', () => {
  const legs = giveBack(takes, 'held', (grantId) => grantId === second)
  expect(sums(legs)).toEqual([4, 5, -9, 0])
})

test('covering what is owed leaves the chain as many as before', () => {
  expect(cover(first, 2)).toEqual([
    { place: 'free', grantId: first, points: -2 },
    { place: 'free', grantId: null, points: 2 },
  ])
})
