import { expect, test } from 'vitest'
import { localDate } from '../time/local-date'
import {
  addedMonths,
  addMonths,
  alertServiceState,
  dueReminder,
  latestEnd,
  renewedUntil,
} from './alert-service'

const day = localDate
const on = (endsOn: string) => ({ isOn: true, endsOn: day(endsOn) })
const TODAY = day('2026-11-20')

test.each([
  [on('2026-11-20'), 'on'],
  [on('2026-11-19'), 'over'],
  [{ isOn: false, endsOn: day('2027-11-20') }, 'off'],
  [{ isOn: true, endsOn: null }, 'off'],
] as const)('the service runs through its last day: %j is %s', (service, state) => {
  expect(alertServiceState(service, TODAY)).toBe(state)
})

test('months end where the month does', () => {
  expect(addMonths(day('2026-11-30'), 3)).toBe('2027-02-28')
  expect(addMonths(day('2027-10-31'), 4)).toBe('2028-02-29')
  expect(addMonths(day('2026-12-15'), 1)).toBe('2027-01-15')
  expect(latestEnd(TODAY)).toBe('2031-11-20')
})

test('is renewed from its end on, or from today where it is over', () => {
  expect(renewedUntil(on('2027-01-31'), TODAY, 1)).toBe('2027-02-28')
  expect(renewedUntil(on('2026-11-01'), TODAY, 1)).toBe('2026-12-19')
  expect(renewedUntil({ isOn: false, endsOn: null }, TODAY, 12)).toBe('2027-11-19')
})

test.each([
  ['longer by a month', on('2026-12-31'), on('2027-01-31'), 1],
  ['longer by a day', on('2026-12-31'), on('2027-01-01'), 1],
  ['longer by a month and a day', on('2026-12-31'), on('2027-02-01'), 2],
  ['over, from today on', on('2026-01-31'), on('2026-12-19'), 1],
  ['over, a day more', on('2026-01-31'), on('2026-12-20'), 2],
  ['new for a year', { isOn: false, endsOn: null }, on('2027-11-19'), 12],
  ['shorter', on('2027-12-31'), on('2027-01-31'), 0],
  ['the same', on('2026-12-31'), on('2026-12-31'), 0],
  ['on again with its time', { isOn: false, endsOn: day('2026-12-31') }, on('2026-12-31'), 0],
  ['off', on('2026-12-31'), { isOn: false, endsOn: day('2027-12-31') }, 0],
])('a service that is %s costs its months', (_, before, after, months) => {
  expect(addedMonths(before, after, TODAY)).toBe(months)
})

test.each([
  ['2026-12-21', null],
  ['2026-12-20', 30],
  ['2026-11-28', 30],
  ['2026-11-27', 7],
  ['2026-11-22', 7],
  ['2026-11-21', 1],
  ['2026-11-20', 1],
  ['2026-11-19', null],
])('of an end on %s people are reminded as %s days before', (endsOn, days) => {
  expect(dueReminder(day(endsOn), TODAY)).toBe(days)
})
