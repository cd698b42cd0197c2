import { expect, test } from 'vitest'
import type { DeviceId, RepairCaseId, StoreId } from '../ids'
import { days, epochMs, later } from '../time/instant'
import { type CaseOfDevice, countRepeats, findRepeats } from './repeats'

const START = epochMs(Date.UTC(2026, 9, 1))
const day = (n: number) => later(START, days(n))
let last = 0
const one = (reported: number, closed: number | null, more: Partial<CaseOfDevice> = {}): CaseOfDevice => ({
  storeId: 1 as StoreId,
  deviceId: 7 as DeviceId,
  repairCaseId: ++last as RepairCaseId,
  cause: '',
  phase: closed === null ? 'open' : 'done',
  reportedAt: day(reported),
  closedAt: closed === null ? null : day(closed),
  ...more,
})
const repeatsAmong = (cases: readonly CaseOfDevice[]) =>
  [...findRepeats(cases)].map(([id, { before, ordinal }]) => [id, before.repairCaseId, ordinal])

test('a case within 14 days of a repair of the device repeats it, the next one is the third', () => {
  const [a, b, c] = [one(0, 2), one(16, 17), one(20, null)]
  expect(repeatsAmong([c, a, b])).toEqual([
    [b.repairCaseId, a.repairCaseId, 2],
    [c.repairCaseId, b.repairCaseId, 3],
  ])
  expect(repeatsAmong([one(0, 2), one(16.1, null)])).toEqual([])
})

test('of several repairs before it the one that was closed last is repeated, whichever was reported first', () => {
  const [late, soon, again] = [one(0, 20), one(5, 10), one(22, null)]
  expect(repeatsAmong([late, soon, again])).toEqual([[again.repairCaseId, late.repairCaseId, 2]])
})

test('another device, another store, an open case and one that was none are not repeated', () => {
  expect(repeatsAmong([one(0, 2), one(3, null, { deviceId: 8 as DeviceId })])).toEqual([])
  expect(repeatsAmong([one(0, 2), one(3, null, { storeId: 2 as StoreId })])).toEqual([])
  expect(repeatsAmong([one(0, null), one(3, null)])).toEqual([])
  expect(repeatsAmong([one(0, 2, { phase: 'void' }), one(3, null)])).toEqual([])
  expect(repeatsAmong([one(0, 2), one(3, 4, { phase: 'void' })])).toEqual([])
  expect(repeatsAmong([one(0, 2, { deviceId: null }), one(3, null, { deviceId: null })])).toEqual([])
})

test('two causes must be the same, however they are written; where one is missing the device is enough', () => {
  const [a, b] = [one(0, 2, { cause: 'Fan ' }), one(3, 4, { cause: 'fan' })]
  expect(repeatsAmong([a, b])).toHaveLength(1)
  expect(repeatsAmong([one(0, 2, { cause: 'Fan' }), one(3, null, { cause: 'Leak' })])).toEqual([])
  expect(repeatsAmong([one(0, 2, { cause: 'Fan' }), one(3, null)])).toHaveLength(1)
})

test('a repeat counts for the repair that did not last', () => {
  const cases = [one(0, 2, { cause: 'Fan' }), one(10, 12, { cause: 'fan' }), one(100, 101, { cause: 'Leak' })]
  const counts = countRepeats(cases, ({ cause }) => cause.toLowerCase())
  expect([...counts]).toEqual([
    ['fan', { repaired: 2, repeated: 1 }],
    ['leak', { repaired: 1, repeated: 0 }],
  ])
})
