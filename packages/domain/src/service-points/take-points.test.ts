import { expect, test } from 'vitest'
import type { CreditGrantId } from '../ids'
import { epochMs } from '../time/instant'
import { owedOf, settleReserved, takePoints } from './take-points'

const grant = (id: number, left: number, expires: number, granted = 0) => ({
  id: id as CreditGrantId,
  left,
  expiresAt: epochMs(expires),
  grantedAt: epochMs(granted),
})
const of = (grantId: number | null, points: number) => ({ grantId: grantId as CreditGrantId | null, points })

test('points are of the grants that expire first, of these the oldest', () => {
  const grants = [grant(1, 5, 300), grant(2, 5, 100, 20), grant(3, 5, 100, 10)]
  expect(takePoints(grants, 12)).toEqual([of(3, 5), of(2, 5), of(1, 2)])
  expect(takePoints(grants, 0)).toEqual([])
})

test('what grants lack is owed, and nothing is taken of an empty one', () => {
  const takes = takePoints([grant(1, 0, 100), grant(2, 3, 200)], 10)
  expect(takes).toEqual([of(2, 3), of(null, 7)])
  expect(owedOf(takes)).toBe(7)
})

test('reserved points are used in their order, fewer or more than there are', () => {
  const reserved = [of(1, 4), of(2, 6)]
  expect(settleReserved(reserved, 5)).toEqual({ used: [of(1, 4), of(2, 1)], back: [of(2, 5)], more: 0 })
  expect(settleReserved(reserved, 0)).toEqual({ used: [], back: reserved, more: 0 })
  expect(settleReserved(reserved, 13)).toEqual({ used: reserved, back: [], more: 3 })
})
