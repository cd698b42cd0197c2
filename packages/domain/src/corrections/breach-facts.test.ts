import { expect, test } from 'vitest'
import { exceedsPromise } from '../analysis/protection-verdict'
import { measureTemperature } from '../analysis/temperature-figures'
import { zoneLimits } from '../analysis/zone-limits'
import type { Series } from '../points/series'
import { epochMs, hours, minutes } from '../time/instant'
import { areSameFacts, breachOfDay, factsOfDays, goesOn, isUnderWay } from './breach-facts'

const chilled = zoneLimits('C7', 'TW')
const MIDNIGHT = Date.parse('2026-11-20T00:00:00+08:00')
const at = (clock: string) => epochMs(Date.parse(`2026-11-${clock}:00+08:00`))

/** Food at 4 °C, and warmer in some stretches, read every five minutes from a day before to a day after. */
function food(warm: readonly { from: string; to: string; celsius: number }[]): Series {
  const timesMs = Array.from({ length: 3 * 288 }, (_, cycle) => MIDNIGHT - hours(24) + cycle * minutes(5))
  const values = timesMs.map((time) => {
    const stretch = warm.find(({ from, to }) => at(from) <= time && time < at(to))
    return stretch?.celsius ?? 4
  })
  return { timesMs, values }
}

function dayOf(product: Series, startMs = MIDNIGHT) {
  const period = { startAt: epochMs(startMs), endAt: epochMs(startMs + hours(24)) }
  const window = { period, periodSeconds: 300, excluded: [] }
  const reach = Array.from(
    product.timesMs,
    (time, index) => [time, product.values[index] as number] as const,
  ).filter(([time]) => time >= startMs - hours(24) && time < period.endAt)
  const series = { timesMs: reach.map(([time]) => time), values: reach.map(([, value]) => value) }
  const isBroken = exceedsPromise(measureTemperature(series, chilled, window), chilled)
  return isBroken ? breachOfDay(series, chilled, window) : null
}

test('70 minutes at 7.4 °C are a breach with 28 K·min, 50 minutes are none', () => {
  const facts = {
    ...{ startAt: at('20T10:00'), endAt: at('20T11:10'), minutes: 70 },
    ...{ degreeMinutes: 28, extremeC: 7.4, limitC: 7 },
  }
  expect(dayOf(food([{ from: '20T10:00', to: '20T11:10', celsius: 7.4 }]))).toEqual({
    own: facts,
    whole: facts,
  })
  expect(dayOf(food([{ from: '20T10:00', to: '20T10:50', celsius: 7.4 }]))).toBeNull()
})

test('several short excursions of a day that together have too many degree-minutes are one breach', () => {
  const day = dayOf(
    food([
      { from: '20T08:00', to: '20T08:50', celsius: 9 },
      { from: '20T15:00', to: '20T15:50', celsius: 9.5 },
    ]),
  )
  // 50 · 2 + 50 · 2.5 = 225 of at most 180
  expect(day?.own).toEqual({
    ...{ startAt: at('20T08:00'), endAt: at('20T15:50'), minutes: 100 },
    ...{ degreeMinutes: 225, extremeC: 9.5, limitC: 7 },
  })
})

test('over midnight the second day counts what is its own, and says where it began', () => {
  const product = food([{ from: '20T22:00', to: '21T01:00', celsius: 8 }])
  const [first, second] = [dayOf(product), dayOf(product, MIDNIGHT + hours(24))]
  if (first === null || second === null) throw new Error('both are breaches')
  expect([goesOn(first), goesOn(second)]).toEqual([false, true])
  expect([first.own.minutes, second.own.minutes, second.whole.minutes]).toEqual([120, 60, 180])
  expect(factsOfDays([first, second])).toEqual({
    ...{ startAt: at('20T22:00'), endAt: at('21T01:00'), minutes: 180 },
    ...{ degreeMinutes: 180, extremeC: 8, limitC: 7 },
  })
  // where the first day is no breach by itself, its minutes before midnight are of the second
  const short = dayOf(food([{ from: '20T23:30', to: '21T01:00', celsius: 8 }]), MIDNIGHT + hours(24))
  if (short === null) throw new Error('it is a breach')
  expect(factsOfDays([short])).toMatchObject({ startAt: at('20T23:30'), minutes: 90, degreeMinutes: 90 })
})

test('facts are others when a minute or a tenth of a degree is', () => {
  const facts = {
    ...{ startAt: at('20T10:00'), endAt: at('20T11:10'), minutes: 70 },
    ...{ degreeMinutes: 28, extremeC: 7.4, limitC: 7 },
  }
  expect(areSameFacts(facts, { ...facts, degreeMinutes: 28.000001 })).toBe(true)
  expect(areSameFacts(facts, { ...facts, minutes: 71 })).toBe(false)
  expect(areSameFacts(facts, { ...facts, extremeC: 7.5 })).toBe(false)
  expect(areSameFacts(facts, { ...facts, endAt: at('20T11:15') })).toBe(false)
})

test('a breach is under way until it has been cold for ten minutes, or nothing has been judged for a day', () => {
  const endAt = at('20T11:10')
  expect(isUnderWay({ endAt }, at('20T11:10'), at('20T11:20'))).toBe(true)
  expect(isUnderWay({ endAt }, at('20T11:19'), at('20T11:20'))).toBe(true)
  expect(isUnderWay({ endAt }, at('20T11:20'), at('20T11:30'))).toBe(false)
  expect(isUnderWay({ endAt }, at('20T11:10'), at('21T11:10'))).toBe(false)
})
