import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import { measureHealth } from './health-indicators'
import { observeHealth } from './health-observation'

const MINUTE_MS = 60_000
const between = (fromMinute: number, toMinute: number): Period => ({
  startAt: epochMs(fromMinute * MINUTE_MS),
  endAt: epochMs(toMinute * MINUTE_MS),
})

/** A case that rests from minute 600 to 780 with its coil 2 K above the air, and else cools every other five minutes. */
function warmCoilMinutes(excluded: readonly Period[]) {
  const timesMs = Float64Array.from({ length: 288 }, (_, index) => index * 5 * MINUTE_MS)
  const isPaused = (at: number) => at >= 600 * MINUTE_MS && at < 780 * MINUTE_MS
  const column = (paused: number, else_: (index: number) => number) => ({
    timesMs,
    values: timesMs.map((at, index) => (isPaused(at) ? paused : else_(index))),
  })
  const none = { capacity: null, superheat: null, food: null, door: null, energy: null, power: null }
  const silent = { defrost: null, setpoint: null, differential: null, controlState: null }
  const observation = observeHealth(
    {
      zone: 'C7',
      band: { setpointC: 2, differentialK: 2 },
      window: { period: between(0, 1_440), periodSeconds: 300, excluded },
      openHours: [],
      quietHours: [],
    },
    {
      ...{ ...none, ...silent },
      air: column(3.9, (index) => 3 + (index % 2) / 10),
      compressor: column(0, (index) => index % 2),
      evaporator: column(5.9, () => -2),
    },
  )
  return measureHealth(observation).warmCoilMinutes
}

test('a warm coil at rest is a defrost that does not end; one in a pause that was reported is none', () => {
  expect(warmCoilMinutes([])).toBe(180)
  expect(warmCoilMinutes([between(595, 785)])).toBe(0)
})
