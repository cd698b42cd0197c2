import { expect, test } from 'vitest'
import { epochMs, hours, later, minutes } from '../time/instant'
import { shareHours } from './shared-hours'

const ONE = epochMs(Date.UTC(2026, 10, 20, 1))
const at = (minute: number, second = 0) => later(ONE, minutes(minute) + 1000 * second)
const update = (began: number, done: number, second = 0) => ({
  ...{ name: `${began}-${done}`, beganAt: at(began, second), doneAt: at(done, second) },
})
const others = (count: number) => Array.from({ length: count }, (_, index) => index)
const MORNING = later(ONE, hours(8))
const share = (
  updated: readonly ReturnType<typeof update>[],
  { count = 40, watched = hours(1), now = MORNING } = {},
) => shareHours(updated, others(count), watched, now)

test('those that were updated within the same hours share the hour before the first and after the last', () => {
  const updated = [update(2, 9), update(5, 31, 20), update(4, 12)]
  const [shared, ...none] = share(updated)
  expect(none).toEqual([])
  expect(shared?.before).toEqual({ startAt: at(-58), endAt: at(2) })
  // whole minutes: the last was done at 01:31:20
  expect(shared?.after).toEqual({ startAt: at(32), endAt: at(92) })
  expect(shared?.updated).toHaveLength(3)
  expect(shared?.others).toEqual(others(40))
})

test('one that was out of reach for hours has its own', () => {
  const shared = share([update(2, 9), update(2, 189), update(3, 10)])
  expect(shared.map(({ updated }) => updated.map(({ name }) => name))).toEqual([['2-9', '3-10'], ['2-189']])
  expect(shared[1]?.after.startAt).toBe(at(189))
  expect(shared[1]?.before.endAt).toBe(at(2))
})

test('the periods are no longer than the wave is watched, and end two minutes ago at the latest', () => {
  const [shared] = share([update(0, 10)], { watched: minutes(20), now: at(30, 40) })
  expect(shared?.before).toEqual({ startAt: at(-20), endAt: at(0) })
  expect(shared?.after).toEqual({ startAt: at(10), endAt: at(28) })
  expect(share([update(0, 10)], { watched: minutes(9) })).toEqual([])
  expect(share([update(0, 10)], { watched: minutes(10), now: at(20) })).toHaveLength(1)
  // judged at 01:17, seven minutes after it was done, the last two of which do not count
  expect(share([update(0, 10)], { watched: minutes(10), now: at(17) })).toEqual([])
})

test('a thousand others are divided over the hours in proportion, ten at least, and from all of them', () => {
  const early = Array.from({ length: 99 }, () => update(2, 9))
  const shared = share([...early, update(2, 189)], { count: 2000 })
  // 99 and 1 of 100
  expect(shared.map((hour) => hour.others.length)).toEqual([990, 10])
  const ten = (shared[1]?.others ?? []).toSorted((a, b) => a - b)
  // neighbours by the golden share: of ten there is one in each fifth of the list
  for (let fifth = 0; fifth < 5; fifth++)
    expect(ten.some((place) => place >= fifth * 400 && place < (fifth + 1) * 400)).toBe(true)
  expect(share([update(2, 9)], { count: 2000 })[0]?.others).toHaveLength(1000)
})

test('of more than a thousand updated ones a thousand are looked at', () => {
  const updated = Array.from({ length: 1500 }, () => update(2, 9))
  expect(share(updated)[0]?.updated).toHaveLength(1000)
})
