import { expect, test } from 'vitest'
import { findSavings, type SavingDays, type SavingDevice } from './find-savings'
import type { Parameter } from './parameter'
import { type SavingSetting, savingSettingsOf } from './saving-settings'

const parameter = (code: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ code, name: code, note: '', unit: '°C', group: 'regulation', isSetPoint: false, factoryValue: null },
  ...{ lowest: -50, highest: 50, step: 0.1, applyOrder: 0, source: 'p. 1' },
  ...more,
})
const nothing: SavingDays = {
  ...{ days: 28, highestC: null, excursionDays: 0, energyKwh: null, runRatio: null },
  ...{ openRunRatio: null, closedRunRatio: null, closedHours: null },
  ...{ defrosts: null, defrostMinutes: null, doorOpenings: null },
}
const set = (setting: SavingSetting, one: Parameter, value: number) =>
  new Map([[setting, { parameter: one, value }]])
const device = (days: Partial<SavingDays>, more: Partial<SavingDevice> = {}): SavingDevice => ({
  ...{ type: 'walk_in', zone: 'C4', limitC: 4, isCoilPoor: false, settings: new Map(), usualOpenings: null },
  ...more,
  days: { ...nothing, ...days },
})
const setPoint = set('set_point', parameter('cut-out', { step: 0.5 }), 0)

test('a set point rises until the warmest product is 1 K below its limit, 2 K at most', () => {
  // 4 − 1 − 1.7 = 1.3 K, in steps of 0.5: 1 K; 2 to 4 % of 10 kWh · 365 days
  const [found] = findSavings(device({ highestC: 1.7, energyKwh: 10 }, { settings: setPoint }))
  expect(found).toMatchObject({
    kind: 'set_point',
    change: { code: 'cut-out', before: 0, value: 1 },
    ...{ shareLow: 0.02, shareHigh: 0.04, kwhLow: 73, kwhHigh: 146 },
    basis: { days: 28, highestC: 1.7, limitC: 4 },
  })
  const [most] = findSavings(device({ highestC: -5 }, { settings: setPoint }))
  expect(most).toMatchObject({ change: { value: 2 }, kwhLow: null, kwhHigh: null })
})

test.each([
  ['less than half a kelvin is left', { highestC: 2.6 }, {}],
  ['the food is kept warm', { highestC: -5 }, { zone: 'HOT' as const }],
  ['no limit is known', { highestC: -5 }, { limitC: null }],
  ['it was beyond its limit on a day', { highestC: -5, excursionDays: 1 }, {}],
  ['two weeks are not over', { highestC: -5, days: 13 }, {}],
])('a set point stays where %s', (_, days, more) => {
  expect(findSavings(device(days, { settings: setPoint, ...more }))).toEqual([])
})

const interval = (hours: number) =>
  set(
    'defrost_interval',
    parameter('defrost-interval', { unit: 'h', step: 1, lowest: 0, highest: 250 }),
    hours,
  )
const often = { defrosts: 6, defrostMinutes: 60, runRatio: 0.5 }

test('short defrosts come less often: half as far apart again, twelve hours at most', () => {
  // every 4 h becomes every 6 h: 2 of 6 fewer, 10 min each; 20 of 720 min of running, once to three times
  const [found] = findSavings(device(often, { settings: interval(4) }))
  expect(found).toMatchObject({
    kind: 'defrosts',
    change: { before: 4, value: 6 },
    basis: { defrosts: 6, minutesEach: 10 },
  })
  expect(found?.shareLow).toBeCloseTo(20 / 720)
  expect(found?.shareHigh).toBeCloseTo(60 / 720)
  expect(findSavings(device(often, { settings: interval(9) }))[0]?.change?.value).toBe(12)
})

test.each([
  ['they take longer', { ...often, defrostMinutes: 73 }, {}],
  ['there are two a day', { ...often, defrosts: 2 }, {}],
  ['the coil is poor', often, { isCoilPoor: true }],
  ['the interval is at its longest', often, { settings: interval(12) }],
])('defrosts stay where %s', (_, days, more) => {
  expect(findSavings(device(days, { settings: interval(4), ...more }))).toEqual([])
})

test('heaters against sweat that are always on are pulsed, in cases with doors', () => {
  const heaters = set('anti_sweat', parameter('anti-sweat', { unit: '%', step: 1, highest: 100 }), 100)
  const [found] = findSavings(device({}, { type: 'doored_case', settings: heaters }))
  // 30 points of 100 of 5 to 15 %
  expect(found).toMatchObject({ kind: 'anti_sweat', change: { before: 100, value: 70 } })
  expect([found?.shareLow, found?.shareHigh]).toEqual([
    expect.closeTo(0.015) as number,
    expect.closeTo(0.045) as number,
  ])
  expect(findSavings(device({}, { type: 'walk_in', settings: heaters }))).toEqual([])
})

test('an open case that runs at night as by day was not covered', () => {
  const night = { runRatio: 0.6, openRunRatio: 0.6, closedRunRatio: 0.6, closedHours: 8 }
  const [found] = findSavings(device(night, { type: 'open_case' }))
  // a third of its running is at night: 18 to 36 % of that
  expect(found).toMatchObject({ kind: 'night_cover', change: null })
  expect([found?.shareLow, found?.shareHigh]).toEqual([
    expect.closeTo(0.06) as number,
    expect.closeTo(0.12) as number,
  ])
  expect(findSavings(device({ ...night, closedRunRatio: 0.56 }, { type: 'open_case' }))).toEqual([])
  expect(findSavings(device(night, { type: 'doored_case' }))).toEqual([])
})

test('a case whose door is opened a quarter as often as the others of its store is hardly used', () => {
  const used = (doorOpenings: number, usualOpenings: number | null = 80) =>
    findSavings(device({ doorOpenings }, { type: 'doored_case', usualOpenings }))
  expect(used(20)).toMatchObject([{ kind: 'low_load', change: null, shareLow: 0.8, shareHigh: 1 }])
  expect(used(21)).toEqual([])
  expect(used(5, null)).toEqual([])
  // or its contact is broken
  expect(used(0)).toEqual([])
})

test('the set point is known by the kind of its node, the others by their codes and units', () => {
  const found = savingSettingsOf([
    parameter('cut-out', { isSetPoint: true }),
    parameter('defrost-interval', { unit: 'h' }),
    parameter('anti-sweat', { unit: 'K' }),
  ])
  expect([...found].map(([setting, { code }]) => [setting, code])).toEqual([
    ['set_point', 'cut-out'],
    ['defrost_interval', 'defrost-interval'],
  ])
  const two = [parameter('day', { isSetPoint: true }), parameter('night', { isSetPoint: true })]
  expect(savingSettingsOf(two).size).toBe(0)
})
