import { describe, expect, test } from 'vitest'
import { isDay, isInFuture, offsetName, periodFrom, shiftDay, usualPeriod, usualPeriods } from './day-period'

describe('days of a filter', () => {
  test('seven days from a day end six days later, over the end of a leap February', () => {
    expect(periodFrom('2028-02-26', 7)).toEqual({ first: '2028-02-26', last: '2028-03-03' })
    expect(periodFrom('2026-11-14', 1)).toEqual({ first: '2026-11-14', last: '2026-11-14' })
  })

  test('a day is shifted over the turn of a year', () => {
    expect(shiftDay('2026-12-30', 7)).toBe('2027-01-06')
    expect(shiftDay('2027-01-06', -7)).toBe('2026-12-30')
  })

  test('a period that begins today is not in the future', () => {
    expect(isInFuture(periodFrom('2026-11-21', 7), '2026-11-21')).toBe(false)
    expect(isInFuture(periodFrom('2026-11-22', 7), '2026-11-21')).toBe(true)
  })

  test('usual periods end today or before, months with their own lengths', () => {
    const on = (today: string) =>
      usualPeriods.map((name) => Object.values(usualPeriod(name, today)).join(' '))
    expect(on('2026-11-25')).toEqual([
      '2026-11-25 1',
      '2026-11-24 1',
      '2026-11-19 7',
      '2026-10-27 30',
      '2026-11-01 25',
      '2026-10-01 31',
    ])
    // the first of March of a leap year
    expect(on('2028-03-01')).toEqual([
      '2028-03-01 1',
      '2028-02-29 1',
      '2028-02-24 7',
      '2028-02-01 30',
      '2028-03-01 1',
      '2028-02-01 29',
    ])
  })

  test('only days of the calendar are days', () => {
    expect(['2026-11-21', '2028-02-29'].map(isDay)).toEqual([true, true])
    expect(['2026-02-29', '2026-13-01', '21.11.2026', ''].map(isDay)).toEqual([false, false, false, false])
  })

  test('offsets are named as people write them', () => {
    expect([480, 330, -210, 0].map(offsetName)).toEqual(['UTC+8', 'UTC+5:30', 'UTC−3:30', 'UTC+0'])
  })
})
