import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { roundHalfAwayFromZero } from '../units'
import {
  changeOf,
  comparedPeriods,
  correctForWeather,
  energyFigures,
  energyInAsManyDays,
  perSquareMetreKwh,
  sumEnergyDays,
  weatherSlope,
} from './energy-comparison'
import type { EnergyDay } from './energy-day'
import { NO_SPREAD } from './power-factor'

const first = localDate('2026-07-01')
/** A whole day of a shop that never closes. */
const day = (given: Partial<EnergyDay> = {}): EnergyDay => ({
  on: first,
  days: 1,
  energyKwh: 300,
  openMinutes: 1440,
  heldMinutes: 1440,
  expectedMinutes: 1440,
  outdoorMeanC: null,
  factored: null,
  spread: NO_SPREAD,
  ...given,
})
const days = (count: number, given: (n: number) => Partial<EnergyDay> = () => ({})) =>
  Array.from({ length: count }, (_, n) => day({ on: addDays(first, n), ...given(n) }))
const unknown: Partial<EnergyDay> = { days: 0, energyKwh: null, openMinutes: 0, heldMinutes: 0 }
const one = (value: number | null) => (value === null ? null : roundHalfAwayFromZero(value, 1))

describe('the worked July: 9300 kWh, 210 degree-days, 744 open hours, b = 22; before it 180 degree-days', () => {
  const july = sumEnergyDays(days(31, () => ({ energyKwh: 300, outdoorMeanC: 18 + 210 / 31 })))
  const before = sumEnergyDays(days(31, () => ({ energyKwh: 310, outdoorMeanC: 18 + 180 / 31 })))
  const figures = energyFigures(july, 31)

  test('energy per square metre is known where the area is', () => {
    // 9300 kWh on 150 m²
    expect(perSquareMetreKwh(9300, 150)).toBe(62)
    expect(perSquareMetreKwh(9300, null)).toBeNull()
    expect(perSquareMetreKwh(null, 150)).toBeNull()
  })

  test('has 44.3 kWh per degree-day', () => {
    expect(one(figures.perDegreeDayKwh)).toBe(44.3)
  })
  test('has 12.5 kWh per opening hour and 300 per day', () => {
    expect(one(figures.perOpenHourKwh)).toBe(12.5)
    expect(one(figures.perDayKwh)).toBe(300)
  })
  test('would have used 8640 kWh in the weather of the period before', () => {
    expect(correctForWeather(july, before, 22)?.correctedKwh).toBeCloseTo(8640, 6)
  })
  test('has changed by the corrected figure, not by the measured one', () => {
    // 8640 against 9610
    expect(changeOf(correctForWeather(july, before, 22))).toBeCloseTo(-970 / 9610, 9)
  })
})

describe('the slope', () => {
  const warm = (n: number) => 18 + (n % 10)
  test('is that of the line through the days', () => {
    const line = days(60, (n) => ({ outdoorMeanC: warm(n), energyKwh: 250 + 22 * (n % 10) }))
    expect(weatherSlope(line)).toBeCloseTo(22, 9)
  })
  test('of four days worked by hand, repeated', () => {
    // x 0, 2, 4, 6 and y 10, 12, 20, 22: Σ(x−3)(y−16) = 18 + 4 + 4 + 18 = 44, Σ(x−3)² = 20
    const ys = [10, 12, 20, 22]
    const cloud = days(60, (n) => ({ outdoorMeanC: 18 + 2 * (n % 4), energyKwh: ys[n % 4]! }))
    expect(weatherSlope(cloud)).toBeCloseTo(2.2, 9)
  })
  test('counts no degree-days below 18 °C', () => {
    const winter = days(80, (n) => ({ outdoorMeanC: n % 2 ? 5 : 20, energyKwh: n % 2 ? 250 : 270 }))
    expect(weatherSlope(winter)).toBeCloseTo(10, 9)
  })
  test('needs sixty whole, covered days with a temperature', () => {
    const known = days(59, (n) => ({ outdoorMeanC: warm(n), energyKwh: 200 + 10 * (n % 10) }))
    const poor: Partial<EnergyDay>[] = [
      unknown,
      { outdoorMeanC: null },
      { outdoorMeanC: 40, days: 0.9 },
      { outdoorMeanC: 40, heldMinutes: 1300 },
    ]
    expect(weatherSlope([...known, ...poor.map(day)])).toBeNull()
    const enough = [...known, ...poor.map(day), day({ outdoorMeanC: 18, energyKwh: 200 })]
    expect(weatherSlope(enough)).toBeCloseTo(10, 9)
  })
  test('is not known when all days were equally warm', () => {
    expect(weatherSlope(days(90, () => ({ outdoorMeanC: 12 })))).toBeNull()
  })
})

describe('the correction', () => {
  const at = (meanC: number | null, count = 30) => sumEnergyDays(days(count, () => ({ outdoorMeanC: meanC })))
  test('needs no slope when neither period had a degree-day', () => {
    expect(correctForWeather(at(10), at(5), null)).toEqual({ correctedKwh: 9000, referenceKwh: 9000 })
  })
  test('is not made without slope or temperatures', () => {
    expect(correctForWeather(at(20), at(25), null)).toBeNull()
    expect(correctForWeather(at(null), at(25), 22)).toBeNull()
    expect(correctForWeather(at(20), at(null), 22)).toBeNull()
  })
  test('is not made when temperatures are known for less than nine tenths of the days', () => {
    const mostly = (known: number) =>
      sumEnergyDays(days(30, (n) => ({ outdoorMeanC: n < known ? 20 : null })))
    expect(correctForWeather(mostly(26), at(25), 22)).toBeNull()
    expect(correctForWeather(mostly(27), at(20), 22)?.correctedKwh).toBeCloseTo(9000, 6)
  })
  test('compares days with days, so that a missing day is no saving', () => {
    const gappy = sumEnergyDays(days(30, (n) => (n < 20 ? { outdoorMeanC: 20 } : unknown)))
    // twenty days of 300, 5 K·d cooler each than the thirty before: 6000 + 22·100 against 6000
    expect(correctForWeather(gappy, at(25), 22)).toEqual({
      correctedKwh: expect.closeTo(8200, 6),
      referenceKwh: 6000,
    })
  })
  test('is not made with less than a week on either side', () => {
    expect(correctForWeather(at(20, 30), at(20, 6), 22)).toBeNull()
    expect(correctForWeather(at(20, 6), at(20, 30), 22)).toBeNull()
    expect(correctForWeather(at(20, 30), at(20, 7), 22)).not.toBeNull()
  })
  test('has next to it what the other period used in as many days', () => {
    expect(energyInAsManyDays(at(20, 30), at(20, 30))).toBe(9000)
    expect(energyInAsManyDays(at(20, 15), at(20, 30))).toBe(9000)
    expect(energyInAsManyDays(at(20, 30), at(20, 10))).toBe(3000)
    expect(energyInAsManyDays(at(20, 6), at(20, 30))).toBeNull()
    expect(energyInAsManyDays(at(20, 30), at(20, 6))).toBeNull()
  })
  test('has no change against nothing', () => {
    expect(changeOf(null)).toBeNull()
    expect(changeOf({ correctedKwh: 10, referenceKwh: 0 })).toBeNull()
    expect(changeOf({ correctedKwh: 105, referenceKwh: 100 })).toBeCloseTo(0.05, 9)
  })
})

describe('figures', () => {
  test('of nothing are not zero', () => {
    expect(energyFigures(sumEnergyDays([]), 30)).toEqual({
      energyKwh: null,
      perDayKwh: null,
      perOpenHourKwh: null,
      perDegreeDayKwh: null,
      powerFactor: null,
      coverage: null,
      isMarked: true,
    })
  })
  test('per degree-day need twenty degree-days', () => {
    const cool = (kelvin: number) => sumEnergyDays(days(20, () => ({ outdoorMeanC: 18 + kelvin })))
    expect(energyFigures(cool(0.99), 20).perDegreeDayKwh).toBeNull()
    expect(energyFigures(cool(1), 20).perDegreeDayKwh).toBe(300)
  })
  test('per degree-day take the energy of the days whose temperature is known', () => {
    const sums = sumEnergyDays(days(30, (n) => ({ outdoorMeanC: n < 20 ? 21 : null })))
    expect(energyFigures(sums, 30).perDegreeDayKwh).toBe(100)
  })
  test('have the power factor of the sums: 1000 kWh and 800 kvarh are 0.78', () => {
    const sums = sumEnergyDays([
      day({ factored: { energyKwh: 900, reactiveKvarh: 100 } }),
      day({ factored: { energyKwh: 100, reactiveKvarh: 700 } }),
      day(),
    ])
    expect(roundHalfAwayFromZero(energyFigures(sums, 3).powerFactor ?? 0, 2)).toBe(0.78)
  })
  test('are marked below 95 % coverage, and when days are missing altogether', () => {
    const covered = (heldMinutes: number) => sumEnergyDays(days(30, () => ({ heldMinutes })))
    expect(energyFigures(covered(1368), 30)).toMatchObject({ coverage: 0.95, isMarked: false })
    expect(energyFigures(covered(1367), 30).isMarked).toBe(true)
    expect(energyFigures(sumEnergyDays(days(28)), 30)).toMatchObject({ coverage: 1, isMarked: true })
    expect(energyFigures(sumEnergyDays(days(29)), 30).isMarked).toBe(false)
  })
  test('of a day without energy count its time as not covered', () => {
    expect(energyFigures(sumEnergyDays([day(), day(unknown)]), 2)).toMatchObject({
      energyKwh: 300,
      perDayKwh: 300,
      coverage: 0.5,
    })
  })
})

describe('the periods compared', () => {
  test('are the last thirty full days, the thirty before, and the same a year earlier', () => {
    expect(comparedPeriods(localDate('2026-11-19'))).toEqual({
      period: { first: '2026-10-21', last: '2026-11-19' },
      before: { first: '2026-09-21', last: '2026-10-20' },
      lastYear: { first: '2025-10-21', last: '2025-11-19' },
      learning: { first: '2025-11-20', last: '2026-11-19' },
    })
  })
  test('start on 28 February where the year before has no 29th', () => {
    expect(comparedPeriods(localDate('2028-03-29')).lastYear).toEqual({
      first: '2027-02-28',
      last: '2027-03-29',
    })
  })
})

test('sums of parts are the sums of the whole', () => {
  const some = fc.array(
    fc.record({
      energyKwh: fc.integer({ min: 0, max: 500 }),
      outdoorMeanC: fc.option(fc.integer({ min: 0, max: 35 })),
    }),
  )
  fc.assert(
    fc.property(some, some, (a, b) => {
      const sums = (given: typeof a) => sumEnergyDays(given.map((one) => day(one)))
      const [left, right, whole] = [sums(a), sums(b), sums([...a, ...b])]
      for (const key of ['days', 'energyKwh', 'degreeDays', 'weatherKwh', 'heldMinutes'] as const) {
        expect(left[key] + right[key]).toBe(whole[key])
      }
    }),
  )
})
