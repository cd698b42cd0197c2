import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MutableAliveMinutes, markAlive, markAliveThrough } from '../points/alive-minutes'
import { type EpochMs, epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import { dayPeriod } from '../time/store-calendar'
import { percentOf } from '../units'
import {
  arrivalOf,
  type ConnectionDay,
  countSlots,
  gradeOf,
  lostMinutesOf,
  NO_SLOTS,
  ratesOf,
  slotStates,
  sumSlots,
} from './connection-rate'

const SLOT_MS = 300_000
const day = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00+08:00`))
const between = (from: string, to: string) => ({ startAt: at(from), endAt: at(to) })
const nextMorning = at('23:59') + 8 * 3_600_000

/** A sample every five minutes, ten seconds into the slot, except in the gaps. */
const samplesOutside = (...gaps: { startAt: EpochMs; endAt: EpochMs }[]) =>
  Array.from({ length: 288 }, (_, slot) => day.startAt + slot * SLOT_MS + 10_000).filter(
    (time) => !gaps.some((gap) => time >= gap.startAt && time < gap.endAt),
  )
const aliveOutside = (gap: { startAt: EpochMs; endAt: EpochMs }) => {
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, { startAt: day.startAt, endAt: gap.startAt })
  markAliveThrough(alive, { startAt: gap.endAt, endAt: day.endAt })
  return alive
}

// One day of 288 slots: terminal silent 02:00 to 03:00, device mute 10:00 to 10:40, maintenance 14:00 to 14:30.
const silent = between('02:00', '03:00')
const mute = between('10:00', '10:40')
const maintenance = between('14:00', '14:30')
const worked: ConnectionDay = {
  periodSeconds: 300,
  day,
  now: epochMs(nextMorning),
  sampleTimes: samplesOutside(silent, mute, maintenance),
  lateSampleTimes: [],
  alive: aliveOutside(silent),
  excluded: [maintenance],
}

describe('the worked day', () => {
  test('has 262 of 282 slots: 12 lost with the terminal, 8 by the device, 6 not judged', () => {
    expect(countSlots(worked)).toEqual({ ok: 262, okLive: 262, deviceLost: 8, hostLost: 12, excluded: 6 })
  })
  test('gives 92.9 %, for the device alone 97.0 %, and the terminal was up 95.7 % of the time', () => {
    const rates = ratesOf(countSlots(worked))
    expect(rates).toMatchObject({ expected: 282, received: 262 })
    expect(percentOf(rates.connectionRate)).toBe(92.9)
    expect(percentOf(rates.deviceRate)).toBe(97)
    expect(percentOf(rates.terminalAvailability)).toBe(95.7)
  })
  test('rises to 96.5 % when ten of the twelve silent slots are filled in later; the live rate stays', () => {
    const late = Array.from({ length: 10 }, (_, slot) => at('02:00') + slot * SLOT_MS)
    const rates = ratesOf(countSlots({ ...worked, lateSampleTimes: late }))
    expect(rates.received).toBe(272)
    expect(percentOf(rates.connectionRate)).toBe(96.5)
    expect(percentOf(rates.liveRate)).toBe(92.9)
  })
  test('lost 40 minutes by the device and 60 with the terminal', () => {
    expect(lostMinutesOf(countSlots(worked), 300)).toEqual({ deviceLostMinutes: 40, hostLostMinutes: 60 })
  })
})

test('a department is the ratio of its sums: 80.9 %, where the mean of the three rates would be 81.0 %', () => {
  const three = [
    { ...NO_SLOTS, ok: 262, hostLost: 20 },
    { ...NO_SLOTS, ok: 288 },
    { ...NO_SLOTS, ok: 144, deviceLost: 144 },
  ]
  const rates = ratesOf(sumSlots(three))
  expect(rates).toMatchObject({ expected: 858, received: 694 })
  expect(percentOf(rates.connectionRate)).toBe(80.9)
})

test('where nothing was expected there is no rate', () => {
  expect(ratesOf({ ...NO_SLOTS, excluded: 288 })).toEqual({
    expected: 0,
    received: 0,
    connectionRate: null,
    deviceRate: null,
    terminalAvailability: null,
    liveRate: null,
  })
  expect(ratesOf({ ...NO_SLOTS, hostLost: 3 })).toMatchObject({ connectionRate: 0, deviceRate: null })
})

describe('each slot has one state, by the first rule that fits', () => {
  const twoSlots = { startAt: at('10:00'), endAt: at('10:10') }
  const none: ConnectionDay = {
    periodSeconds: 300,
    day: twoSlots,
    now: at('12:00'),
    sampleTimes: [],
    lateSampleTimes: [],
    alive: new Map(),
    excluded: [],
  }
  const alive: MutableAliveMinutes = new Map()
  markAlive(alive, at('10:07'))

  test('without a sign of life the terminal is to blame, with one the device', () => {
    expect(slotStates({ ...none, alive })).toEqual(['host_lost', 'device_lost'])
  })
  test('a sample proves both, even where no sign of life was recorded', () => {
    expect(slotStates({ ...none, sampleTimes: [at('10:00'), at('10:01'), at('10:02')] })).toEqual([
      'ok',
      'host_lost',
    ])
  })
  test('a sample at the border belongs to the slot it starts', () => {
    expect(slotStates({ ...none, sampleTimes: [at('10:05')] })).toEqual(['host_lost', 'ok'])
    expect(slotStates({ ...none, sampleTimes: [at('10:10')] })).toEqual(['host_lost', 'host_lost'])
  })
  test('a slot that maintenance only touches is not judged, whatever arrived', () => {
    const excluded = [{ startAt: epochMs(at('10:05') - 1), endAt: at('10:05') }]
    expect(slotStates({ ...none, excluded, sampleTimes: [at('10:01')] })).toEqual(['excluded', 'host_lost'])
  })
  test('slots whose samples may be under way are left out until two periods have passed', () => {
    expect(slotStates({ ...none, now: epochMs(at('10:15') - 1) })).toHaveLength(0)
    expect(slotStates({ ...none, now: at('10:15') })).toHaveLength(1)
    expect(slotStates({ ...none, now: at('10:20') })).toHaveLength(2)
  })
})

test('a slot belongs to the day in which it starts, so seven-minute slots tile the days without a gap', () => {
  const count = (on: string) =>
    slotStates({
      ...worked,
      periodSeconds: 420,
      day: dayPeriod('Asia/Taipei', localDate(on)),
      now: epochMs(day.endAt + 30 * 86_400_000),
    }).length
  // 1440 / 7 = 205.7: two days in three hold 206 starts, over a week exactly 1440.
  const week = [
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
  ]
  expect(week.map(count).reduce((sum, slots) => sum + slots)).toBe(1440)
})

test('days of summer-time change have 276 and 300 slots', () => {
  const count = (on: string) => {
    const changed = dayPeriod('Europe/Berlin', localDate(on))
    return slotStates({ ...worked, day: changed, now: epochMs(changed.endAt + 3_600_000) }).length
  }
  expect(count('2026-03-29')).toBe(276)
  expect(count('2026-10-25')).toBe(300)
})

test('samples count live until two periods after their slot, late until a day after it', () => {
  const sampleAt = at('10:01')
  expect(arrivalOf(sampleAt, at('10:15'), 300)).toBe('live')
  expect(arrivalOf(sampleAt, epochMs(at('10:15') + 1), 300)).toBe('late')
  expect(arrivalOf(sampleAt, epochMs(at('10:05') + 86_400_000), 300)).toBe('late')
  expect(arrivalOf(sampleAt, epochMs(at('10:05') + 86_400_001), 300)).toBe('lost')
})

test('classes follow the displayed figure', () => {
  expect([1, 0.98, 0.9796, 0.9794, 0.9, 0.8996, 0.8994, 0].map((rate) => gradeOf(rate))).toEqual([
    'good',
    'good',
    'good',
    'fair',
    'fair',
    'fair',
    'poor',
    'poor',
  ])
  expect(gradeOf(null)).toBeNull()
  expect([0.995, 0.98, 0.94].map((rate) => gradeOf(rate, { good: 99, fair: 95 }))).toEqual([
    'good',
    'fair',
    'poor',
  ])
})

test('counting devices together or days together gives the same sums', () => {
  const times = fc.array(fc.integer({ min: day.startAt, max: day.endAt - 1 }), { maxLength: 60 })
  fc.assert(
    fc.property(times, times, fc.constantFrom(10, 60, 300, 900), (live, late, periodSeconds) => {
      const sorted = (list: number[]) => [...list].sort((a, b) => a - b)
      const input = {
        ...worked,
        periodSeconds,
        sampleTimes: sorted(live),
        lateSampleTimes: sorted(late),
      }
      const counts = countSlots(input)
      const all = counts.ok + counts.deviceLost + counts.hostLost + counts.excluded
      expect(all).toBe(86_400 / periodSeconds)
      expect(counts.okLive).toBeLessThanOrEqual(counts.ok)

      const noon = at('12:00')
      const halves = sumSlots([
        countSlots({ ...input, day: { startAt: day.startAt, endAt: noon } }),
        countSlots({ ...input, day: { startAt: noon, endAt: day.endAt } }),
      ])
      expect(halves).toEqual(counts)
    }),
  )
})
