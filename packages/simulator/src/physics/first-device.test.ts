import { type HealthDay, freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { measureHealth } from '@coldkeep/domain/analysis/health-indicators'
import { observeHealth } from '@coldkeep/domain/analysis/health-observation'
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
    rows.push([minute, state.measuredAirC, state.coilC, Number(state.isCompressorOn), isDefrosting].map(tenths))
  }
  const timesMs = Float64Array.from(rows, ([minute]) => FIRST_DAY * DAY_MS + (minute ?? 0) * MINUTE_MS)
  const column = (place: number): Series => ({
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
  const constant = (value: number): Series => ({
    timesMs: readings.air.timesMs,
    values: Float64Array.from(readings.air.values, () => value),
  })
  const nothing = {
    ...{ capacity: null, superheat: null, food: null, door: null, energy: null, power: null },
    controlState: null,
  }
  const observe = (period: Period) =>
    observeHealth(
      {
        ...{ zone, band: usualBand(zone), openHours: [] },
        window: { period, periodSeconds: 60 * everyMinutes, excluded: [] },
      },
      {
        ...{ ...readings, ...nothing },
        setpoint: constant(spec.setpointC),
        differential: constant(spec.differentialK),
      },
    )
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
      return { on: addDays(localDate('2024-10-04'), day), measured, outdoorC: outdoorOf(day), isBreach: false }
    }),
  )
  const measure = (day: number): TrialDay => {
    const observed = observe(dayOf(day))
    return {
      comparison: { zone, baseline, measured: measureHealth(observed), outdoorC: outdoorOf(day) },
      defrosts: measureDefrosts(observed),
    }
  }
  return judgeTrial({ before: measure(DAYS - 2), after: measure(DAYS - 1), alarms: 0 })
}

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)
const cases = [
  ['chilled case', dooredChilledCase, 'C4'],
  ['freezer room', walkInFreezer, 'FZ'],
] as const

test.each(cases)('a %s that is left as it is passes its day', (_, spec, zone) => {
  const found = SEEDS.map((seed) => follow(spec, zone, spec.defrostEndC, seed))
  expect(found.map(({ figures }) => figures.filter(({ isWorse }) => isWorse))).toEqual(SEEDS.map(() => []))
  expect(found.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'good'))
})

test.each(cases)('a %s whose defrosts end 2 K too low is stopped', (_, spec, zone) => {
  const found = SEEDS.map((seed) => follow(spec, zone, spec.defrostEndC - 2, seed))
  expect(found.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'worse'))
})

test.each(cases)('a %s that is read every five minutes is not stopped for what it did before', (_, spec, zone) => {
  const found = SEEDS.map((seed) => follow(spec, zone, spec.defrostEndC, seed, 5))
  expect(found.map(({ figures }) => figures.filter(({ isWorse }) => isWorse))).toEqual(SEEDS.map(() => []))
  expect(found.map(({ verdict }) => verdict)).not.toContain('worse')
})
