import { freezeBaseline, type HealthDay } from '@coldkeep/domain/analysis/health-baseline'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { OBSERVED_BEFORE_MS, observeHealth } from '@coldkeep/domain/analysis/health-observation'
import { usualBand } from '@coldkeep/domain/analysis/zone-limits'
import { measureDefrosts } from '@coldkeep/domain/parameters/defrost-figures'
import { judgeTrial, type TrialDay } from '@coldkeep/domain/parameters/judge-trial'
import type { Series } from '@coldkeep/domain/points/series'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { expect, test } from 'vitest'
import { advanceCabinet, newCabinet } from './cabinet'
import { type CaseSpec, dooredChilledCase, individual, walkInFreezer } from './case-spec'
import { noEffects } from './effects'
import { makeEnvironment, surround } from './environment'

interface Readings {
  readonly timesMs: Float64Array
  readonly values: Float64Array
}

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000
const DAY_MS = DAY_MINUTES * MINUTE_MS
/** A baseline, a day before, and a day after. */
const DAYS = 23
const FIRST_DAY = 20_000
const OPEN = { opensAtMinute: 420, closesAtMinute: 1_380 }

/** What a controller shows of a case whose last day has another end of defrosts. */
function record(spec: CaseSpec, lastDayEndC: number, seed: number, everyMinutes: number) {
  const state = newCabinet(spec, seed)
  const environment = makeEnvironment()
  const effects = noEffects()
  const rows: number[][] = []
  const first = FIRST_DAY * DAY_MINUTES
  for (let minute = 0; minute < DAYS * DAY_MINUTES; minute++) {
    const isLastDay = minute >= (DAYS - 1) * DAY_MINUTES
    const outdoorC = outdoorAt(minute)
    surround(environment, outdoorC, minute % DAY_MINUTES, OPEN)
    const now = isLastDay ? { ...spec, defrostEndC: lastDayEndC } : spec
    advanceCabinet(state, now, effects, environment, first + minute)
    if (minute % everyMinutes !== 0) continue
    const isDefrosting = Number(state.defrostPhase === 'defrosting')
    rows.push(
      [minute, state.measuredAirC, state.coilC, Number(state.isCompressorOn), isDefrosting].map(tenths),
    )
  }
  const timesMs = Float64Array.from(rows, ([minute]) => FIRST_DAY * DAY_MS + (minute ?? 0) * MINUTE_MS)
  const column = (place: number): Readings => ({
    timesMs,
    values: Float64Array.from(rows, (row) => row[place] ?? Number.NaN),
  })
  return { air: column(1), evaporator: column(2), compressor: column(3), defrost: column(4) }
}

/** A day of up to 10 K, on days that differ by up to 5. */
function outdoorAt(minute: number): number {
  const daily = 5 * Math.sin((2 * Math.PI * (minute - 540)) / DAY_MINUTES)
  return 22 + daily + 2.5 * Math.sin((2 * Math.PI * minute) / (6 * DAY_MINUTES))
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function follow(spec: CaseSpec, zone: 'C4' | 'FZ', lastDayEndC: number, seed: number, everyMinutes = 1) {
  const readings = record(individual(spec, seed), lastDayEndC, seed, everyMinutes)
  const nothing = {
    ...{ capacity: null, superheat: null, food: null, door: null, energy: null, power: null },
    controlState: null,
  }
  const observe = (period: Period) => {
    const from = readings.air.timesMs.findIndex((at) => at >= period.startAt - OBSERVED_BEFORE_MS)
    const to = readings.air.timesMs.findLastIndex((at) => at < period.endAt) + 1
    const cut = ({ timesMs, values }: Readings): Readings => ({
      timesMs: timesMs.subarray(from, to),
      values: values.subarray(from, to),
    })
    const air = cut(readings.air)
    const constant = (value: number): Series => ({ ...air, values: air.values.map(() => value) })
    return observeHealth(
      {
        ...{ zone, band: usualBand(zone), openHours: [], quietHours: [] },
        window: { period, periodSeconds: 60 * everyMinutes, excluded: [] },
      },
      {
        ...{ ...nothing, air, evaporator: cut(readings.evaporator), compressor: cut(readings.compressor) },
        ...{ defrost: cut(readings.defrost), setpoint: constant(spec.setpointC) },
        differential: constant(spec.differentialK),
      },
    )
  }
  const dayOf = (day: number): Period => ({
    startAt: epochMs((FIRST_DAY + day) * DAY_MS),
    endAt: epochMs((FIRST_DAY + day + 1) * DAY_MS),
  })
  const outdoorOf = (day: number) =>
    Array.from({ length: DAY_MINUTES }, (_, minute) => outdoorAt(day * DAY_MINUTES + minute)).reduce(
      (sum, value) => sum + value / DAY_MINUTES,
      0,
    )
  const baseline = freezeBaseline(
    Array.from({ length: DAYS - 2 }, (_, day): HealthDay => {
      const measured = measureHealth(observe(dayOf(day)))
      return {
        on: addDays(localDate('2024-10-04'), day),
        measured,
        outdoorC: outdoorOf(day),
        isBreach: false,
      }
    }),
  )
  const measure = (day: number): TrialDay => {
    const observed = observe(dayOf(day))
    return {
      comparison: { zone, baseline, measured: measureHealth(observed), outdoorC: outdoorOf(day) },
      defrosts: measureDefrosts(observed),
    }
  }
  return judgeTrial({
    before: measure(DAYS - 2),
    after: measure(DAYS - 1),
    alarms: 0,
    isDefrostTouched: true,
  })
}

const SEEDS = Array.from({ length: 6 }, (_, index) => index + 1)
const cases = [
  ['chilled case', dooredChilledCase, 'C4'],
  ['freezer room', walkInFreezer, 'FZ'],
] as const

test.each(cases)('a %s that is left as it is passes its day', (_, spec, zone) => {
  const found = SEEDS.map((seed) => follow(spec, zone, spec.defrostEndC, seed))
  expect(found.map(({ figures }) => figures.filter(({ isWorse }) => isWorse))).toEqual(SEEDS.map(() => []))
  expect(found.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'good'))
})

test('a freezer room whose defrosts end 2 K too low is stopped', () => {
  const found = SEEDS.map((seed) => follow(walkInFreezer, 'FZ', walkInFreezer.defrostEndC - 2, seed))
  expect(found.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'worse'))
})

// the heat of a dry coil lasts for a minute or two: some of its defrosts fall between two readings
test('a chilled case of which the same is true is stopped, or a person has to look; none goes on by itself', () => {
  const found = SEEDS.map((seed) => follow(dooredChilledCase, 'C4', dooredChilledCase.defrostEndC - 2, seed))
  const verdicts = found.map(({ verdict }) => verdict)
  expect(verdicts).not.toContain('good')
  expect(verdicts.filter((verdict) => verdict === 'worse').length).toBeGreaterThan(SEEDS.length / 2)
})

test.each(cases)('a %s that is read every five minutes is not stopped for nothing', (_, spec, zone) => {
  const found = SEEDS.map((seed) => follow(spec, zone, spec.defrostEndC, seed, 5))
  expect(found.map(({ figures }) => figures.filter(({ isWorse }) => isWorse))).toEqual(SEEDS.map(() => []))
  // its coil may have been warmer between two readings
  expect(found.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'unknown'))
})
