import { expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import { unrollCounter } from './counter'
import { type HealthObservation, type HealthReadings, measureHealth } from './health-indicators'

const startAt = Date.parse('2026-11-20T00:00:00Z')
const minute = (count: number) => epochMs(startAt + count * 60_000)
const period = (from: number, to: number): Period => ({ startAt: minute(from), endAt: minute(to) })
const night = period(60, 300)

/** A reading every five minutes of a day. */
const every5 = (of: (minute: number, isNight: boolean) => number): Series => {
  const minutes = Array.from({ length: 288 }, (_, index) => 5 * index)
  return { timesMs: minutes.map(minute), values: minutes.map((at) => of(at, at >= 60 && at < 300)) }
}
const none = {
  ...{ compressor: null, capacity: null, evaporator: null, superheat: null, food: null, door: null },
  ...{ energy: null, power: null },
}

function quietOf(readings: Partial<HealthReadings>, changes: Partial<HealthObservation> = {}) {
  return measureHealth({
    zone: 'C7',
    bands: [{ fromMs: 0, band: { setpointC: 2, differentialK: 2 } }],
    isBandKnown: true,
    isDefrostKnown: false,
    window: { period: period(0, 1440), periodSeconds: 300, excluded: [] },
    defrosts: [],
    mask: [],
    openHours: [period(0, 1440)],
    quietHours: [night],
    readings: { air: every5(() => 3), ...none, ...readings },
    ...changes,
  }).quiet
}

test('what runs for 10 of 20 minutes by day and for 5 at night has a run ratio of 0.25 in the quiet hours', () => {
  const compressor = every5((at, isNight) => Number(at % 20 < (isNight ? 5 : 10)))
  // a start every 20 minutes; the one on the hour follows a reading that does not count
  expect(quietOf({ compressor })).toMatchObject({ runRatio: 0.25, startsPerHour: 11 / 4 })
})

test('the air counts in its band of that time alone', () => {
  const air = every5((_, isNight) => (isNight ? 4.5 : 6))
  expect(quietOf({ air })?.deviationK).toBeCloseTo(0.5, 10)
  expect(quietOf({ air }, { quietHours: [period(300, 600)] })?.deviationK).toBeCloseTo(2, 10)
})

test('energy is brought up to 24 hours: 1 kW at night are 24 kWh, measured as power or counted', () => {
  expect(quietOf({ power: every5((_, isNight) => (isNight ? 1 : 2)) })?.energyKwh).toBeCloseTo(24, 10)
  const counted = every5((at) => (2 * at - Math.min(240, Math.max(0, at - 60))) / 60)
  const quietHours = [period(60, 150), period(200, 300)]
  expect(quietOf({ energy: unrollCounter(counted, null) }, { quietHours })?.energyKwh).toBeCloseTo(24, 10)
})

test('less than two hours show nothing, and neither does time that does not count', () => {
  expect(quietOf({}, { quietHours: [period(60, 175)] })).toBeNull()
  expect(quietOf({}, { quietHours: [period(60, 180)] })).not.toBeNull()
  const window = { period: period(0, 1440), periodSeconds: 300, excluded: [period(0, 200)] }
  expect(quietOf({}, { window })).toBeNull()
})

test('a night without readings measures nothing', () => {
  const air = every5((at) => (at < 200 ? Number.NaN : 3))
  expect(quietOf({ air })?.deviationK).toBeNull()
})
