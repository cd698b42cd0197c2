import { expect, test } from 'vitest'
import { hashPath, lognormal, normal, poisson, randomStream, uniform } from './random'

const DRAWS = 200_000

function sample(draw: () => number): { mean: number; deviation: number } {
  let sum = 0
  let squares = 0
  for (let i = 0; i < DRAWS; i++) {
    const x = draw()
    sum += x
    squares += x * x
  }
  const mean = sum / DRAWS
  return { mean, deviation: Math.sqrt(squares / DRAWS - mean * mean) }
}

test('the same seed and path give the same numbers, whatever was drawn elsewhere before', () => {
  const alone = randomStream(7, 'device', 3)
  const expected = Array.from({ length: 20 }, () => uniform(alone))
  const other = randomStream(7, 'device', 2)
  uniform(other)
  const again = randomStream(7, 'device', 3)
  expect(Array.from({ length: 20 }, () => uniform(again))).toEqual(expected)
})

test('another seed, another path or a text instead of a number gives another stream', () => {
  const first = [
    uniform(randomStream(7, 'device', 3)),
    uniform(randomStream(8, 'device', 3)),
    uniform(randomStream(7, 'device', 4)),
    uniform(randomStream(7, 'device', '3')),
    uniform(randomStream(7, 'device3')),
  ]
  expect(new Set(first).size).toBe(first.length)
})

test('neighbouring paths do not collide', () => {
  const hashes = new Set<number>()
  for (let store = 0; store < 200; store++)
    for (let device = 0; device < 50; device++) hashes.add(hashPath(['case', store, device]))
  expect(hashes.size).toBe(10_000)
})

test('a stream that was saved and read back goes on as if nothing had happened', () => {
  const random = randomStream(1, 'x')
  for (let i = 0; i < 7; i++) normal(random)
  const saved = JSON.parse(JSON.stringify(random))
  expect(normal(saved)).toBe(normal(random))
  expect(normal(saved)).toBe(normal(random))
})

test('uniform numbers have mean 1/2 and deviation 1/sqrt(12)', () => {
  const random = randomStream(1, 'uniform')
  const { mean, deviation } = sample(() => uniform(random))
  expect(mean).toBeCloseTo(0.5, 2)
  expect(deviation).toBeCloseTo(0.2887, 2)
})

test('normal numbers have mean 0, deviation 1 and 4.6 % outside two deviations', () => {
  const random = randomStream(1, 'normal')
  const { mean, deviation } = sample(() => normal(random))
  expect(Math.abs(mean)).toBeLessThan(0.01)
  expect(deviation).toBeCloseTo(1, 1)
  let outside = 0
  for (let i = 0; i < DRAWS; i++) if (Math.abs(normal(random)) > 2) outside++
  expect(outside / DRAWS).toBeGreaterThan(0.043)
  expect(outside / DRAWS).toBeLessThan(0.048)
})

test('lognormal(−0.08, 0.4) has mean exp(−0.08 + 0.08) = 1', () => {
  const random = randomStream(1, 'lognormal')
  expect(sample(() => lognormal(random, -0.08, 0.4)).mean).toBeCloseTo(1, 2)
})

test('Poisson counts have mean and variance equal to the rate', () => {
  const random = randomStream(1, 'poisson')
  const { mean, deviation } = sample(() => poisson(random, Math.exp(-0.6)))
  expect(mean).toBeCloseTo(0.6, 1)
  expect(deviation * deviation).toBeCloseTo(0.6, 1)
})
