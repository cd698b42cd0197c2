import { expect, test } from 'vitest'
import { normalAtMost } from './normal'
import { chanceOfRanks } from './rank-chance'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test.each([
  // tables of the normal distribution
  [0, 0.5],
  [1.959964, 0.975],
  [-1.644854, 0.05],
  [-3.090232, 0.001],
  [-4.753424, 1e-6],
])('at or below %d lies %d', (z, share) => {
  expect(normalAtMost(z) / share).toBeCloseTo(1, 4)
})

test.each([
  // one above all 99, one of 100 places; in the middle; below all
  [[99], 99, 1 / 100],
  [[49.5], 99, 50 / 100],
  [[-1], 99, 1],
  // of 5 over 2 = 10 orders one has both on top, and one more a single pair the other way round
  [[9, 9], 3, 1 / 10],
  [[9, 1.5], 3, 2 / 10],
  // pairs of 2 and 3: 1 1 2 2 2 1 1 orders have 0 1 2 3 4 5 6 of them
  [[9, 0.5], 3, 4 / 10],
  [[0.5, 0.5], 3, 8 / 10],
  // of 102 over 3 orders one
  [[99, 99, 99], 99, 1 / 171_700],
])('%j among 0 to below %d have the chance %d', (group, count, chance) => {
  expect(chanceOfRanks(group, upTo(count))).toBeCloseTo(chance, 12)
})

test('equal values count against the group', () => {
  expect(chanceOfRanks([0, 0, 0], new Array(99).fill(0))).toBe(1)
})

test('many are judged by the normal distribution', () => {
  // 25 × 249 pairs of 25 × 999; variance 25 × 999 × 1025 / 12
  const z = (6225 + 0.5 - 12_487.5) / Math.sqrt((25 * 999 * 1025) / 12)
  expect(chanceOfRanks(new Array(25).fill(750), upTo(999))).toBeCloseTo(normalAtMost(z), 12)
})

test('what is counted and the normal distribution agree in the middle', () => {
  const group = (size: number) => Array.from({ length: size }, (_, index) => 40 + (index * 60) / size)
  const counted = chanceOfRanks(group(20), upTo(100))
  const approximate = chanceOfRanks(group(21), upTo(100))
  expect(counted / approximate).toBeGreaterThan(0.8)
  expect(counted / approximate).toBeLessThan(1.6)
})
