import { expect, test } from 'vitest'
import type { StoreId } from '../ids'
import { type EpochMs, epochMs, later, minutes } from '../time/instant'
import {
  announceAlarm,
  announcementOpened,
  isFloodNow,
  nothingAnnounced,
  type RecentAnnouncements,
  tenMinuteCounts,
} from './announcement'
import type { Priority } from './priority'

const NOON = epochMs(Date.UTC(2026, 10, 20, 12))

/** Announces alarms one after another and returns the announcement that each joined. */
function operators() {
  let recent: RecentAnnouncements = nothingAnnounced
  let opened = 0
  return {
    get recent() {
      return recent
    },
    announce(store: number, at: EpochMs, priority: Priority = 'high'): string {
      const storeId = store as StoreId
      const step = announceAlarm(recent, { storeId, priority }, at)
      recent = JSON.parse(JSON.stringify(step.recent))
      if (step.announcing.kind === 'join') return `join ${step.announcing.number}`
      const { as } = step.announcing
      opened++
      recent = announcementOpened(recent, { as, number: opened, storeId, at })
      return `${as} ${opened}`
    },
  }
}

test('alarms of a store within two minutes are one announcement', () => {
  const some = operators()
  expect(some.announce(1, NOON)).toBe('store 1')
  expect(some.announce(2, NOON)).toBe('store 2')
  expect(some.announce(1, later(NOON, minutes(2) - 1))).toBe('join 1')
  expect(some.announce(1, later(NOON, minutes(2)))).toBe('store 3')
})

test('two hundred alarms at once are ten announcements', () => {
  const some = operators()
  const announced = Array.from({ length: 200 }, (_, index) => some.announce(index, NOON))
  expect(new Set(announced.map((line) => line.split(' ')[1])).size).toBe(10)
  expect(announced[9]).toBe('summary 10')
  expect(announced.slice(10).every((line) => line === 'join 10')).toBe(true)
})

test('in a flood critical alarms are announced one by one, and it ends below five in ten minutes', () => {
  const some = operators()
  for (let index = 0; index < 12; index++) some.announce(index, NOON)
  expect(isFloodNow(some.recent, NOON)).toBe(true)
  expect(some.announce(1, NOON, 'critical')).toBe('store 11')
  expect(some.announce(1, NOON, 'critical')).toBe('store 12')
  // those of noon have left the window, except for these four
  for (const minute of [7, 8, 9]) expect(some.announce(50, later(NOON, minutes(minute)))).toBe('join 10')
  expect(isFloodNow(some.recent, later(NOON, minutes(10)))).toBe(false)
  expect(some.announce(60, later(NOON, minutes(10)))).toBe('store 13')
})

test('alarms are counted by periods of ten minutes', () => {
  const period = { startAt: NOON, endAt: later(NOON, minutes(60)) }
  const { counts, overTen } = tenMinuteCounts(
    [
      { startAt: NOON, alarms: 2 },
      { startAt: later(NOON, minutes(20)), alarms: 11 },
      { startAt: period.endAt, alarms: 1 },
    ],
    period,
  )
  expect(counts).toEqual([2, 0, 11, 0, 0, 0])
  expect(overTen).toBe(1)
})
