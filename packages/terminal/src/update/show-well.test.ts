import { type EpochMs, epochMs, minutes, seconds } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { ShowWell } from './show-well'

const START = epochMs(Date.parse('2026-11-26T08:00:00Z'))

function watched(nextCycleAt: EpochMs | null) {
  const time = new ManualTime(START)
  const seen = { wells: 0, hasDiskTrouble: false }
  const show = new ShowWell({
    time,
    nextCycleAt: () => nextCycleAt,
    hasDiskTrouble: () => seen.hasDiskTrouble,
    well: () => void seen.wells++,
  })
  return { time, seen, show }
}

test('a program that polls soon has to have polled, and says once that it is well', async () => {
  const { time, seen, show } = watched(epochMs(START + minutes(2)))
  show.start()
  await time.pass(minutes(10))
  expect(seen.wells).toBe(0)
  show.cyclePolled()
  show.cyclePolled()
  await time.pass(minutes(10))
  expect(seen.wells).toBe(1)
})

test.each([
  ['nothing to poll', null],
  ['nothing to poll for two minutes and more', epochMs(START + minutes(2) + 1)],
])('a program with %s is well at once', (_, nextCycleAt) => {
  const { seen, show } = watched(nextCycleAt)
  show.start()
  expect(seen.wells).toBe(1)
})

test('a disk that takes nothing is none to be well with, until it does', async () => {
  const { time, seen, show } = watched(null)
  seen.hasDiskTrouble = true
  show.start()
  show.cyclePolled()
  await time.pass(minutes(1))
  expect(seen.wells).toBe(0)
  seen.hasDiskTrouble = false
  await time.pass(seconds(5))
  expect(seen.wells).toBe(1)
})

test('a program that ends says nothing more', async () => {
  const { time, seen, show } = watched(START)
  show.start()
  show.stop()
  show.cyclePolled()
  await time.pass(minutes(1))
  expect(seen.wells).toBe(0)
})
