import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { localDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { coolingDegreeDays, meanOutdoorC as meanOf } from './degree-days'

const HOUR_MS = 3_600_000
const meanOutdoorC = (outdoor: Series, of: Period) => meanOf(outdoor, of, 3600)
const day = (zone: string, on: string) => dayPeriod(zone, localDate(on))
/** A temperature for each hour of a day, repeating the list. */
const hourly = (period: { startAt: number; endAt: number }, ...temperatures: number[]) => {
  const count = (period.endAt - period.startAt) / HOUR_MS
  const hours = Array.from({ length: count }, (_, hour) => hour)
  return {
    timesMs: hours.map((hour) => period.startAt + hour * HOUR_MS),
    values: hours.map((hour) => temperatures[hour % temperatures.length] as number),
  }
}

describe('the mean of a day', () => {
  const taipei = day('Asia/Taipei', '2026-07-10')
  test('is that of its hours', () => {
    expect(meanOutdoorC(hourly(taipei, 26, 30, 31), taipei)).toBeCloseTo(29, 9)
  })
  test('has 23 or 25 hours where the clocks change', () => {
    // hours 0 to 22: twelve of 10 and eleven of 20; hours 0 to 24: thirteen and twelve
    const spring = day('Europe/Berlin', '2026-03-29')
    const autumn = day('Europe/Berlin', '2026-10-25')
    expect(meanOutdoorC(hourly(spring, 10, 20), spring)).toBeCloseTo(340 / 23, 9)
    expect(meanOutdoorC(hourly(autumn, 10, 20), autumn)).toBeCloseTo(370 / 25, 9)
  })
  test('replaces a missing hour with the hour before', () => {
    const { timesMs, values } = hourly(taipei, 20)
    const gap = values.map((value, hour) => (hour === 5 ? Number.NaN : hour === 4 ? 32 : value))
    // 22 hours of 20 and two of 32
    expect(meanOutdoorC({ timesMs, values: gap }, taipei)).toBeCloseTo(21, 9)
  })
  test('is not known when three of 24 hours are uncovered, and never zero degrees', () => {
    const { timesMs, values } = hourly(taipei, 20)
    const half = values.map((value, hour) => (hour >= 20 ? Number.NaN : value))
    expect(meanOutdoorC({ timesMs, values: half }, taipei)).toBeNull()
    expect(meanOutdoorC({ timesMs: [], values: [] }, taipei)).toBeNull()
  })
  test('takes the day cut of a zone of :45 from the hour that reaches into it', () => {
    // midnight in Kathmandu is 18:15 UTC; values come on the hour of UTC
    const kathmandu = day('Asia/Kathmandu', '2026-06-01')
    const first = Date.parse('2026-05-31T18:00:00Z')
    const timesMs = Array.from({ length: 25 }, (_, hour) => first + hour * HOUR_MS)
    const values = timesMs.map((_, hour) => (hour === 0 ? 40 : hour === 24 ? 24 : 20))
    // three quarters of an hour of 40, 23 hours of 20, a quarter of 24
    expect(meanOutdoorC({ timesMs, values }, kathmandu)).toBeCloseTo((30 + 460 + 6) / 24, 9)
  })
})

test('a day counts by how far its mean lies above 18 °C', () => {
  expect(coolingDegreeDays(25)).toBe(7)
  expect(coolingDegreeDays(18)).toBe(0)
  expect(coolingDegreeDays(-4)).toBe(0)
})
