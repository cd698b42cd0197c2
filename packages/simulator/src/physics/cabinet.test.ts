import { describe, expect, test } from 'vitest'
import { advanceCabinet, newCabinet } from './cabinet'
import {
  type CaseSpec,
  dooredChilledCase,
  individual,
  openRiceCase,
  resized,
  walkInFreezer,
} from './case-spec'
import { noEffects } from './effects'
import { makeEnvironment } from './environment'
import { mean, quantile, runTrial } from './trial'

const DAYS = 5
const UNITS = 6

interface Range {
  spec: CaseSpec
  runRatio: [number, number]
  startsPerHour: [number, number]
  energyKwhPerDay: [number, number]
  airC: [number, number]
  afterDefrostC: number
}

/** Reference results of the model for 10 to 32 °C, the unit-to-unit spread included, as rounded there. */
const reference: Record<string, Range> = {
  'doored chilled case': {
    spec: dooredChilledCase,
    runRatio: [0.38, 0.55],
    startsPerHour: [3.0, 3.9],
    energyKwhPerDay: [10.5, 17],
    airC: [1.7, 4.3],
    afterDefrostC: 6,
  },
  'walk-in freezer': {
    spec: walkInFreezer,
    runRatio: [0.45, 0.64],
    startsPerHour: [1.8, 2.3],
    energyKwhPerDay: [24, 33],
    airC: [-22.2, -19.6],
    afterDefrostC: -15,
  },
  'open rice case': {
    spec: openRiceCase,
    runRatio: [0.24, 0.45],
    startsPerHour: [2.5, 3.4],
    energyKwhPerDay: [3.45, 6.3],
    airC: [16.7, 19.3],
    afterDefrostC: 21,
  },
}

describe.each(Object.entries(reference))('a %s', (_, range) => {
  test.each([10, 20, 32])('behaves as the reference at a daily mean of %i °C', (outdoorC) => {
    const units = Array.from({ length: UNITS }, (_, unit) =>
      runTrial(individual(range.spec, 1, unit), outdoorC, DAYS, { seed: unit }),
    )
    const within = (values: number[], [low, high]: [number, number]) => {
      expect(mean(values)).toBeGreaterThanOrEqual(low)
      expect(mean(values)).toBeLessThanOrEqual(high)
    }
    within(
      units.map((u) => u.runRatio),
      range.runRatio,
    )
    within(
      units.map((u) => u.startsPerHour),
      range.startsPerHour,
    )
    within(
      units.map((u) => u.energyKwhPerDay),
      range.energyKwhPerDay,
    )
    for (const unit of units) {
      expect(quantile(unit.steadyAirC, 0.02)).toBeGreaterThan(range.airC[0])
      expect(quantile(unit.steadyAirC, 0.98)).toBeLessThan(range.airC[1])
    }
    const warmest = mean(units.map((u) => u.warmestAirC))
    expect(warmest).toBeLessThan(range.afterDefrostC + 0.3)
    expect(warmest).toBeGreaterThan(range.airC[1])
  })
})

test('the open rice case runs 0.43 of the time, 3.2 starts an hour and 6.1 kWh a day at 32 °C', () => {
  const result = runTrial(openRiceCase, 32, DAYS)
  expect(Math.abs(result.runRatio - 0.43)).toBeLessThan(0.01)
  expect(result.startsPerHour).toBeCloseTo(3.2, 1)
  expect(result.energyKwhPerDay).toBeCloseTo(6.1, 0)
})

test('customers open a chilled case by the peaks of the day: 60 an hour on average, 3 at night', () => {
  // Peaks add 0.6·√π and 0.7·1.5·√π hours to 16 hours of trade (the evening one whole, no part after 23 h counts).
  const tradingHours = (16 + 0.6 * Math.sqrt(Math.PI) + 0.7 * 1.5 * Math.sqrt(Math.PI)) / 1.25
  const expected = 60 * tradingHours + 3 * 8
  expect(runTrial(dooredChilledCase, 20, 10).openingsPerDay / expected).toBeCloseTo(1, 1)
})

test('a case twice as large moves its temperatures alike and takes twice the energy', () => {
  const single = runTrial(walkInFreezer, 20, 3)
  const double = runTrial(resized(walkInFreezer, 2), 20, 3)
  expect(double.energyKwhPerDay / single.energyKwhPerDay).toBeCloseTo(2, 5)
  expect(double.state.airC).toBeCloseTo(single.state.airC, 6)
})

test('the same seed gives the same run and another seed another one', () => {
  const first = runTrial(dooredChilledCase, 20, 1, { seed: 4 }).state
  expect(runTrial(dooredChilledCase, 20, 1, { seed: 4 }).state).toEqual(first)
  expect(runTrial(dooredChilledCase, 20, 1, { seed: 5 }).state.energyJ).not.toBe(first.energyJ)
})

test('a run that is saved as text and resumed elsewhere goes on as the one that was not', () => {
  const around = makeEnvironment()
  const straight = newCabinet(dooredChilledCase, 9, 'case')
  const effects = noEffects()
  for (let minute = 0; minute < 500; minute++)
    advanceCabinet(straight, dooredChilledCase, effects, around, minute)
  const resumed = JSON.parse(JSON.stringify(straight))
  for (let minute = 500; minute < 900; minute++) {
    advanceCabinet(straight, dooredChilledCase, effects, around, minute)
    advanceCabinet(resumed, dooredChilledCase, effects, around, minute)
  }
  expect(resumed).toEqual(straight)
})

describe('a fault of a chilled case', () => {
  const healthy = runTrial(dooredChilledCase, 24, 3)
  const trial = (effects: Parameters<typeof runTrial>[3]) => runTrial(dooredChilledCase, 24, 3, effects)

  test('leak: it runs far longer with fewer starts', () => {
    const leaking = trial({ effects: { charge: 0.55, refrigerantUa: 0.7 } })
    expect(leaking.runRatio).toBeGreaterThan(healthy.runRatio * 1.4)
    expect(leaking.startsPerHour).toBeLessThan(healthy.startsPerHour)
  })

  test('dirty condenser: it takes more energy for the same air', () => {
    const dirty = trial({ effects: { condenser: 0.35 } })
    expect(dirty.energyKwhPerDay).toBeGreaterThan(healthy.energyKwhPerDay * 1.3)
    expect(quantile(dirty.steadyAirC, 0.5)).toBeCloseTo(quantile(healthy.steadyAirC, 0.5), 0)
  })

  test('door ajar: it runs longer', () => {
    expect(trial({ effects: { infiltration: 5 } }).runRatio).toBeGreaterThan(healthy.runRatio * 1.3)
  })

  test('probe that reads 3 K low: the display stays in the band while the food is 3 K warmer', () => {
    const low = trial({ effects: { probeDriftK: -3 } })
    expect(quantile(low.measuredAirC, 0.5)).toBeCloseTo(quantile(healthy.measuredAirC, 0.5), 0)
    expect(low.state.productC - healthy.state.productC).toBeGreaterThan(2.5)
  })

  test('welded contactor: it never stops, gets cold, and in days buries its coil in ice', () => {
    const state = newCabinet(dooredChilledCase, 3, 'welded')
    const around = makeEnvironment()
    const effects = { ...noEffects(), contactor: 'stuck_on' as const }
    let coldest = state.airC
    for (let minute = 0; minute < 4 * 1440; minute++) {
      advanceCabinet(state, dooredChilledCase, effects, around, minute)
      if (minute < 720) coldest = Math.min(coldest, state.airC)
    }
    expect(coldest).toBeLessThan(-1)
    expect(state.runSeconds).toBe(4 * 86_400)
    expect(state.starts).toBe(1)
    expect(state.iceKg).toBeGreaterThan(dooredChilledCase.halvingIceKg)
  })

  test('dead contactor: it warms towards the room', () => {
    const dead = trial({ effects: { contactor: 'stuck_off' } })
    expect(dead.runRatio).toBe(0)
    expect(dead.state.productC).toBeGreaterThan(15)
  })
})

test('a freezer whose defrost heater fails buries its coil in ice and can no longer hold its temperature', () => {
  const healthy = runTrial(walkInFreezer, 24, 8)
  const iced = runTrial(walkInFreezer, 24, 8, { effects: { defrostHeat: 0.05 } })
  expect(healthy.state.iceKg).toBeLessThan(2)
  expect(iced.state.iceKg).toBeGreaterThan(walkInFreezer.halvingIceKg)
  expect(quantile(iced.measuredAirC, 0.9)).toBeGreaterThan(quantile(healthy.measuredAirC, 0.9) + 2)
})

test('a weak evaporator fan widens the gap between air and coil', () => {
  const gap = (fan: number) => {
    const spec = walkInFreezer
    const state = newCabinet(spec, 3, 'fan')
    const around = makeEnvironment()
    let sum = 0
    let count = 0
    for (let minute = 0; minute < 2000; minute++) {
      advanceCabinet(state, spec, { ...noEffects(), fan }, around, minute)
      if (!state.isCompressorOn || state.holdSeconds < 120) continue
      sum += state.airC - state.coilC
      count++
    }
    return sum / count
  }
  expect(gap(0.4)).toBeGreaterThan(gap(1) * 1.3)
})
