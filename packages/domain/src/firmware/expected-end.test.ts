import { expect, test } from 'vitest'
import { type EpochMs, epochMs, minutes } from '../time/instant'
import { expectedEnd, type JobCourse, type JobGroup } from './expected-end'
import { ALL_DAY } from './store-window'

const at = (text: string) => epochMs(Date.parse(text))
const NOW = at('2026-11-20T16:00:00Z')

const of = (terminals: number, more: Partial<JobGroup> = {}): JobGroup => ({
  ...{ zone: 'Asia/Tokyo', hardware: 'A', notBefore: null, phase: 'waiting', terminals },
  ...more,
})

const course = (waves: JobCourse['waves'], more: Partial<JobCourse> = {}): JobCourse => ({
  ...{ window: ALL_DAY, rate: 10, soakMs: minutes(60), installMs: minutes(10), nextWaveAt: null },
  waves,
  ...more,
})

const end = (given: JobCourse, now: EpochMs = NOW) => {
  const found = expectedEnd(given, now)
  return found === null ? null : new Date(found).toISOString().slice(0, 16)
}

test('one turn after the other, and the time to watch between waves', () => {
  // 25 of 10 at once: three turns of ten minutes
  expect(end(course([[of(25)]]))).toBe('2026-11-20T16:30')
  // ten minutes, an hour, ten, an hour, thirty
  expect(end(course([[of(2)], [of(8)], [of(30)]]))).toBe('2026-11-20T18:50')
  // whole five minutes: 3 min are 5
  expect(end(course([[of(1)]], { installMs: minutes(3) }))).toBe('2026-11-20T16:05')
})

test('those at work take places of the first turn and end with it', () => {
  // 4 places at once, then 10, then the last one
  expect(end(course([[of(6, { phase: 'at_work' }), of(15), of(3, { phase: 'over' })]]))).toBe(
    '2026-11-20T16:30',
  )
  expect(end(course([[of(10, { phase: 'at_work' })]]))).toBe('2026-11-20T16:10')
  // all places are taken: the others begin ten minutes later
  expect(end(course([[of(10, { phase: 'at_work' }), of(10)]]))).toBe('2026-11-20T16:20')
})

test('between two waves the next one begins when the time to watch is over', () => {
  const held = { nextWaveAt: at('2026-11-20T16:40:00Z') }
  expect(end(course([[of(5, { phase: 'over' })], [of(20)]], held))).toBe('2026-11-20T17:00')
})

const night = { fromMinute: 60, untilMinute: 300 }

test('terminals begin in the windows of their stores', () => {
  // 01:00 to 05:00 in Tokyo are 16:00 to 20:00, in Taipei 17:00 to 21:00, in Berlin 00:00 to 04:00
  const zones = ['Asia/Tokyo', 'Asia/Taipei', 'Europe/Berlin'].map((zone) => of(10, { zone }))
  expect(end(course([zones], { window: night }))).toBe('2026-11-21T00:10')
  // 24 turns fit into four hours, the 25th begins the next night
  expect(end(course([[of(240)]], { window: night }))).toBe('2026-11-20T20:00')
  expect(end(course([[of(241)]], { window: night }))).toBe('2026-11-21T16:10')
  // the second wave would begin at 20:10
  const waves = [[of(180)], [of(10)]]
  expect(end(course(waves, { window: night, soakMs: minutes(70) }))).toBe('2026-11-21T16:10')
})

test('a store that has put it off is waited for in the last wave, and goes with the next one before', () => {
  const notBefore = at('2026-11-20T20:00:00Z')
  expect(end(course([[of(5), of(1, { notBefore })]], { window: night }))).toBe('2026-11-21T16:10')
  // alone with its hardware it holds the wave: a day, an hour, and both others still fit into that night
  const alone = [[of(1, { notBefore, hardware: 'B' }), of(5)], [of(9)]]
  expect(end(course(alone, { window: night }))).toBe('2026-11-21T17:20')
  // else the second wave begins at 17:10 and ends with it the night after
  const among = [[of(1, { notBefore }), of(5)], [of(9)]]
  expect(end(course(among, { window: night }))).toBe('2026-11-21T16:10')
})

test('what is out of reach is left out, and where all waits for it there is no end', () => {
  expect(end(course([[of(3), of(2, { phase: 'unreached' })]]))).toBe('2026-11-20T16:10')
  expect(end(course([[of(3, { phase: 'over' }), of(2, { phase: 'unreached' })], [of(9)]]))).toBeNull()
})

test('there is none before an installation has shown how long it takes', () => {
  expect(end(course([[of(3)]], { installMs: null }))).toBeNull()
})
