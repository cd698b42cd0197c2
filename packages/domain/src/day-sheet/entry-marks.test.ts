import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { localDate } from '../time/local-date'
import { contradictsSensor, type MarkedEntry, markEntries, sheetMarks } from './entry-marks'
import { type MadeUpSheet, madeUpSheets } from './testing/made-up-rounds'

const DAY = localDate('2026-11-20')
const entry = (placeId: number, valueC: number, atSeconds: number, on = DAY): MarkedEntry => ({
  id: `${on}/${placeId}/${atSeconds}`,
  placeId,
  on,
  valueC,
  enteredAt: epochMs(Date.UTC(2026, 10, 20) + 1000 * atSeconds),
})
const unknown = () => null
const marksOf = (
  own: readonly MarkedEntry[],
  earlier: readonly MarkedEntry[] = [],
  sensorOf = unknown as never,
) => [...markEntries(own, earlier, sensorOf).values()].flat()

test('a hand temperature contradicts the probes beyond the tolerance of 2.5 K and the step of the probe', () => {
  const shown = { lowestC: -20.5, highestC: -19.5, resolutionK: 0.1 }
  expect(contradictsSensor(-16.9, shown)).toBe(false)
  expect(contradictsSensor(-16.8, shown)).toBe(true)
  expect(contradictsSensor(-23.1, shown)).toBe(false)
  expect(contradictsSensor(-23.2, shown)).toBe(true)
  expect(contradictsSensor(-16.8, { ...shown, resolutionK: 1 })).toBe(false)
})

test('five entries within less than a minute are a burst, four or five in a minute are none', () => {
  const at = (...seconds: number[]) => seconds.map((second, index) => entry(index, 3 + index / 10, second))
  expect(marksOf(at(0, 10, 20, 30, 59))).toEqual(Array(5).fill('burst'))
  expect(marksOf(at(0, 10, 20, 30, 60))).toEqual([])
  expect(marksOf(at(0, 10, 20, 30))).toEqual([])
  // the first stands apart
  expect(marksOf(at(0, 100, 110, 120, 130, 140))).toHaveLength(5)
})

test('of twelve values ten have the same tenth; whole degrees throughout are a probe that shows no more', () => {
  const values = (tenths: readonly number[]) =>
    tenths.map((tenth, index) => entry(index, -(20 + index + tenth / 10), 60 * index))
  expect(marksOf(values([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 7, 8]))).toEqual(Array(10).fill('same_digit'))
  expect(marksOf(values([2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 7, 8]))).toEqual([])
  expect(marksOf(values([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]))).toEqual([])
  expect(marksOf(values(Array(12).fill(0)))).toEqual([])
})

test('the same value at a place on three days in a row is marked, with a day between it is not', () => {
  const on = (...days: number[]) => days.map((day) => entry(7, 3.4, 0, localDate(`2026-11-${day}`)))
  expect(marksOf([entry(7, 3.4, 0)], on(18, 19))).toEqual(['same_value'])
  expect(marksOf([entry(7, 3.4, 0)], on(17, 19))).toEqual([])
  expect(marksOf([entry(7, 3.5, 0)], on(18, 19))).toEqual([])
  expect(marksOf([entry(8, 3.4, 0)], on(18, 19))).toEqual([])
})

test('one contradiction is no odd sheet, two are', () => {
  const own = [entry(1, 9, 0), entry(2, 9, 60), entry(3, 3.3, 120)]
  const reasons = (odd: number) => {
    const shown = ({ placeId }: MarkedEntry) => {
      const celsius = placeId <= odd ? 3 : 9
      return placeId === 3 ? null : { lowestC: celsius, highestC: celsius, resolutionK: 0.1 }
    }
    return sheetMarks(own, markEntries(own, [], shown))
  }
  expect(reasons(1)).toEqual([])
  expect(reasons(2)).toEqual(['contradicts_sensor'])
})

/** Seeds 1 to 20 chose how much of a sheet has to be odd; these were not looked at for it. */
const REPORTED_SEEDS = Array.from({ length: 20 }, (_, index) => 41 + index)

test('of a hundred made-up sheets with twenty careless ones at least 18 of these are marked, and at most 2 others', () => {
  const counts = REPORTED_SEEDS.map((seed) => {
    const marked = madeUpSheets(seed).filter((sheet) => reasonsOf(sheet).length > 0)
    const found = marked.filter(({ isCareless }) => isCareless).length
    return { seed, found, wrong: marked.length - found }
  })
  expect(counts.filter(({ found, wrong }) => found < 18 || wrong > 2)).toEqual([])
})

function reasonsOf({ own, earlier }: MadeUpSheet) {
  const shown = new Map(own.map(({ id, sensorC }) => [id, sensorC]))
  const marks = markEntries(own, earlier, ({ id }) => {
    const celsius = shown.get(id) ?? null
    return celsius === null ? null : { lowestC: celsius, highestC: celsius, resolutionK: 0.1 }
  })
  return sheetMarks(own, marks)
}
