import { describe, expect, test } from 'vitest'
import type { Series } from '../points/series'
import { epochMs } from '../time/instant'
import { measureHealth } from './health-indicators'
import { observeHealth } from './health-observation'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const band = { setpointC: 2, differentialK: 2 }

/** Every five minutes of a day. */
function every5(valueAt: (minute: number) => number): Series {
  const timesMs = Float64Array.from({ length: DAY_MINUTES / 5 }, (_, index) => index * 5 * MINUTE_MS)
  return { timesMs, values: timesMs.map((at) => valueAt(at / MINUTE_MS)) }
}

function measure(points: { air: Series; compressor?: Series; evaporator?: Series; defrost?: Series }) {
  const period = { startAt: epochMs(0), endAt: epochMs(DAY_MINUTES * MINUTE_MS) }
  const window = { period, periodSeconds: 300, excluded: [] }
  const none = { capacity: null, superheat: null, food: null, door: null, energy: null, power: null }
  const silent = { setpoint: null, differential: null, controlState: null }
  const offered = { compressor: null, evaporator: null, defrost: null, ...points }
  return measureHealth(
    observeHealth(
      { zone: 'C7', band, window, openHours: [], quietHours: [] },
      { ...none, ...silent, ...offered },
    ),
  )
}

/** Defrosts at 8 and 16 o'clock for 20 minutes. */
const defrost = every5((at) => (at % 480 < 20 && at >= 480 ? 1 : 0))

describe('a probe that reads the very same', () => {
  test('from one defrost to the next is where a valve meters well, and is not still', () => {
    // 3 °C but for the half hours of the defrosts: stretches of 480, 450 and 450 minutes without anything that moves air
    const air = every5((at) => (at % 480 < 30 && at >= 480 ? 6 + at / 1_000 : 3))
    expect(measure({ air, defrost }).stillMinutes).toBe(0)
  })
  test('through a defrost is still for as long as it does', () => {
    const air = every5((at) => (at < 300 ? 3 + (at % 10) / 10 : at < 900 ? 3 : 4 + (at % 10) / 10))
    expect(measure({ air, defrost }).stillMinutes).toBe(595)
  })
  test('through three starts of the compressor is still, through two it may lie between two steps', () => {
    const air = every5((at) => (at < 600 ? 3 : 3 + 0.5 * ((at / 5) % 2)))
    const startingEvery = (minutes: number) => every5((at) => (at % minutes < minutes / 2 ? 0 : 1))
    // starts at 150, 450 and 750: two of them in the still 600 minutes
    expect(measure({ air, compressor: startingEvery(300) }).stillMinutes).toBe(0)
    // at 100, 300 and 500
    expect(measure({ air, compressor: startingEvery(200) }).stillMinutes).toBe(600)
  })
  test('where nothing says what moves the air counts as it is, what runs without a stop included', () => {
    const air = every5(() => 3)
    expect(measure({ air }).stillMinutes).toBe(1_435)
    expect(measure({ air, compressor: every5(() => 1) }).stillMinutes).toBe(1_435)
    const silent = every5(() => Number.NaN)
    expect(measure({ air, compressor: silent, defrost: silent }).stillMinutes).toBe(1_435)
  })
})

describe('how far the air moves', () => {
  // twice 20 minutes at 9 °C, else 3 °C: 8 of 288 readings, so 6 K · √(8 · 280 ÷ 288 ÷ 287)
  const air = every5((at) => (at % 480 < 20 && at >= 480 ? 9 : 3))
  const moved = 6 * Math.sqrt((8 * 280) / 288 / 287)

  test('is measured on a day with a defrost', () => {
    expect(measure({ air, defrost }).moveK).toBeCloseTo(moved, 10)
  })
  test('is not known on a day on which none was seen', () => {
    expect(measure({ air: every5(() => 3), defrost: every5(() => 0) }).moveK).toBeNull()
  })
  test('is measured every day where defrosts are not known', () => {
    expect(measure({ air }).moveK).toBeCloseTo(moved, 10)
    expect(measure({ air, defrost: every5(() => Number.NaN) }).moveK).toBeCloseTo(moved, 10)
  })
})
