import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoreId, TerminalId, VendorId } from '../ids'
import { planWaves, type WaveTarget } from './plan-waves'

const WAVES = [
  { share: 0.02, least: 1 },
  { share: 0.2, least: 1 },
  { share: 1, least: 0 },
]

const target = (
  store: number,
  hardware = 'one',
  vendor = 1,
  deviceModels: readonly string[] = [],
): WaveTarget => ({
  terminalId: `TB-${String(store).padStart(4, '0')}` as TerminalId,
  storeId: store as StoreId,
  hardware,
  vendorId: vendor as VendorId,
  deviceModels,
})
const many = (count: number, of = (store: number) => target(store)) =>
  Array.from({ length: count }, (_, index) => of(index + 1))
const countsOf = (planned: readonly number[]) =>
  WAVES.map((_, index) => planned.filter((wave) => wave === index + 1).length)

test.each([
  // 2 % and 20 % of 1,000; of 40 they are 0.8, which makes one, and 8; of 3 one each
  [1000, [20, 180, 800]],
  [40, [1, 7, 32]],
  [3, [1, 1, 1]],
  [1, [1, 0, 0]],
  [0, [0, 0, 0]],
])('%d stores that are alike make waves of %j', (count, sizes) => {
  expect(countsOf(planWaves(many(count), WAVES))).toEqual(sizes)
})

test('a share that is no exact decimal adds no store', () => {
  // 0.07 × 100 is 7.000000000000001 in binary
  const waves = [
    { share: 0.07, least: 0 },
    { share: 1, least: 0 },
  ]
  expect(planWaves(many(100), waves).filter((wave) => wave === 1)).toHaveLength(7)
})

test('a wave has its least number, of which the next one takes none', () => {
  const waves = [
    { share: 0.01, least: 5 },
    { share: 0.06, least: 5 },
    { share: 1, least: 0 },
  ]
  expect(countsOf(planWaves(many(100), waves))).toEqual([5, 5, 90])
})

test('the first wave grows until it has every hardware, and for nothing else', () => {
  // 1 of 50 stores would do; 4 have hardware of their own, and each of the others a model of its own
  const targets = many(50, (store) =>
    target(store, store <= 4 ? `rare ${store}` : 'one', 1, [`model ${store}`]),
  )
  const planned = planWaves(targets, WAVES)
  const first = targets.filter((_, index) => planned[index] === 1)
  expect(new Set(first.map(({ hardware }) => hardware))).toEqual(
    new Set(['rare 1', 'rare 2', 'rare 3', 'rare 4', 'one']),
  )
  expect(first).toHaveLength(5)
  expect(countsOf(planned)).toEqual([5, 5, 40])
})

test('what is rare goes into the first wave while there is room', () => {
  // room for 4 of 200: the one store of each rare model, the one of the rare vendor, and one store of the others
  const targets = many(200, (store) =>
    store <= 2
      ? target(store, 'one', 1, [`rare ${store}`])
      : target(store, 'one', store === 3 ? 2 : 1, ['usual']),
  )
  const planned = planWaves(targets, [
    { share: 0.02, least: 1 },
    { share: 1, least: 0 },
  ])
  const first = targets.filter((_, index) => planned[index] === 1)
  expect(first.map(({ storeId }) => storeId)).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(first).toHaveLength(4)
})

test('of two covers the one with fewer stores is taken', () => {
  // stores 1 and 2 have what 3 has as a whole
  const targets = [
    target(1, 'one', 1, ['a', 'b']),
    target(2, 'one', 1, ['c']),
    target(3, 'one', 1, ['a', 'b', 'c']),
    ...many(97, (store) => target(store + 3)),
  ]
  const planned = planWaves(targets, [
    { share: 0.01, least: 0 },
    { share: 1, least: 0 },
  ])
  expect(planned.indexOf(1)).toBe(2)
})

test('later waves have of each hardware and vendor what their share is, give or take one or two', () => {
  // as if drawn: the squares of numbers modulo a prime
  const targets = many(1000, (store) => {
    const drawn = ((store * store) % 1009) / 1009
    return target(store, drawn < 0.7 ? 'a' : drawn < 0.9 ? 'b' : 'c', Math.floor(40 * drawn) % 4, ['m'])
  })
  const planned = planWaves(targets, WAVES)
  const second = targets.filter((_, index) => planned[index] === 2)
  const having = (hardware: string) => second.filter((one) => one.hardware === hardware).length
  // 180 of 1,000: 126, 36 and 18; and of each vendor 45
  for (const [hardware, share] of [['a', 126] as const, ['b', 36] as const, ['c', 18] as const])
    expect(Math.abs(having(hardware) - share), hardware).toBeLessThanOrEqual(3)
  for (const vendor of [0, 1, 2, 3])
    expect(Math.abs(second.filter((one) => one.vendorId === vendor).length - 45)).toBeLessThanOrEqual(3)
})

test('terminals of a store go together', () => {
  const targets = many(300, (index) => ({ ...target(index), storeId: Math.ceil(index / 3) as StoreId }))
  const planned = planWaves(targets, WAVES)
  for (let index = 0; index < 300; index += 3) expect(new Set(planned.slice(index, index + 3)).size).toBe(1)
  // 6 terminals are two stores; 60 are 20 of them
  expect(countsOf(planned)).toEqual([6, 54, 240])
})

const anyTargets = fc.uniqueArray(
  fc.record({
    store: fc.integer({ min: 1, max: 60 }),
    hardware: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    vendor: fc.integer({ min: 1, max: 4 }),
    models: fc.subarray(['p', 'q', 'r', 's', 't', 'u', 'v']),
  }),
  { maxLength: 60, selector: ({ store }) => store },
)

test('every hardware is in the first wave, however targets are ordered the waves are the same, another seed is another choice', () => {
  fc.assert(
    fc.property(anyTargets, fc.integer(), (rows, seed) => {
      const targets = rows.map(({ store, hardware, vendor, models }) =>
        target(store, hardware, vendor, models),
      )
      const planned = planWaves(targets, WAVES, seed)
      const first = targets.filter((_, index) => planned[index] === 1)
      expect(new Set(first.map(({ hardware }) => hardware))).toEqual(
        new Set(targets.map(({ hardware }) => hardware)),
      )
      expect([...planWaves(targets.toReversed(), WAVES, seed)].reverse()).toEqual(planned)
    }),
  )
  expect(planWaves(many(100), WAVES, 1)).not.toEqual(planWaves(many(100), WAVES, 2))
})
