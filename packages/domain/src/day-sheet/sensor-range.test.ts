import { expect, test } from 'vitest'
import { epochMs, minutes } from '../time/instant'
import { resolutionOf, sensorRange } from './sensor-range'

const series = (...readings: readonly [minute: number, value: number][]) => ({
  timesMs: readings.map(([minute]) => minutes(minute)),
  values: readings.map(([, value]) => value),
})
const around = (minute: number, ...probes: ReturnType<typeof series>[]) =>
  sensorRange(probes, epochMs(minutes(minute)), 300)

test('the step of a probe is the coarsest of which all values are multiples, in floats of 32 bits too', () => {
  const values = (...all: number[]) => resolutionOf({ timesMs: all, values: all.map(Math.fround) })
  const steps = [
    values(-20, 3, 4, 5),
    values(-20.5, 3, 4, 5),
    values(-20.1, 3.4, 4, 5),
    values(3.14, 3, 4, 5),
  ]
  expect(steps).toEqual([1, 0.5, 0.1, 0.01])
  // a steady case is no coarse probe
  expect(values(5, 5, 5, 5, 9)).toBe(0.1)
})

test('what was shown within 15 minutes counts, of air and food together', () => {
  const air = series([0, 2], [20, 5], [40, 9])
  const food = series([20, 3.5])
  // the reading of minute 0 holds until 10 and reaches into 5 to 35
  expect(around(20, air, food)).toEqual({ lowestC: 2, highestC: 5, resolutionK: 0.1 })
  expect(around(26, air, food)).toEqual({ lowestC: 3.5, highestC: 9, resolutionK: 0.1 })
})

test('of readings without value and of silence nothing is known', () => {
  expect(around(20, series([20, Number.NaN]))).toBeNull()
  expect(around(60, series([20, 5]))).toBeNull()
  expect(around(20)).toBeNull()
})
