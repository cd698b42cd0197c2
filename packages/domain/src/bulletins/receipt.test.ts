import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { confirmed, delivered, opened, type Receipt } from './receipt'

const at = epochMs
const nothing: Receipt = { deliveredAt: null, openedAt: null, confirmedAt: null, receivedAt: null }
const sentAt = at(1_000)

test('whoever opens it has it, and what is known stays', () => {
  const first = opened(nothing, at(2_000))
  expect(first).toEqual({ ...nothing, deliveredAt: 2_000, openedAt: 2_000 })
  expect(opened(delivered(first, at(3_000)), at(3_000))).toEqual(first)
})

test('a confirmation without a network keeps the time of the reader beside that of its arrival', () => {
  const receipt = opened(nothing, at(2_000))
  expect(confirmed(receipt, { sentAt, at: at(2_500), now: at(9_000) })).toEqual({
    ...{ deliveredAt: 2_000, openedAt: 2_000 },
    ...{ confirmedAt: 2_500, receivedAt: 9_000 },
  })
})

test.each([
  ['before it was sent', 500, 1_000],
  ['after its arrival', 99_000, 9_000],
  ['in between', 4_000, 4_000],
])('a clock that says %s', (_, said, kept) => {
  const receipt = confirmed(nothing, { sentAt, at: at(said), now: at(9_000) })
  expect(receipt).toEqual({ deliveredAt: kept, openedAt: kept, confirmedAt: kept, receivedAt: 9_000 })
})

test('it is not confirmed before it was opened, and once', () => {
  const receipt = confirmed(opened(nothing, at(5_000)), { sentAt, at: at(3_000), now: at(9_000) })
  expect(receipt).toMatchObject({ openedAt: 5_000, confirmedAt: 5_000 })
  expect(confirmed(receipt, { sentAt, at: at(8_000), now: at(10_000) })).toEqual(receipt)
})
