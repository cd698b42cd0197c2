import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateOfDayNumber, dayNumber, localDate } from '../time/local-date'
import { nextDue } from './next-due'
import { calendarUnits, type UpkeepSchedule, upkeepBases } from './upkeep-plan'

const day = localDate
const schedule = (
  every: number,
  unit: UpkeepSchedule['unit'],
  base: UpkeepSchedule['base'],
  startsOn: string,
): UpkeepSchedule => ({ every, unit, base, startsOn: day(startsOn) })
const done = (dueOn: string, doneOn: string) => ({ dueOn: day(dueOn), doneOn: day(doneOn) })

test('work that was never done is due on the first day', () => {
  expect(nextDue(schedule(30, 'day', 'due', '2026-11-20'), null)).toBe('2026-11-20')
  expect(nextDue(schedule(1, 'month', 'done', '2026-01-31'), null)).toBe('2026-01-31')
})

test('days of the plan stay where they are, whenever the work is done', () => {
  const fortnightly = schedule(2, 'week', 'due', '2026-11-02')
  expect(nextDue(fortnightly, done('2026-11-16', '2026-11-16'))).toBe('2026-11-30')
  // three days early stands for its day: not due again on the 16th
  expect(nextDue(fortnightly, done('2026-11-16', '2026-11-13'))).toBe('2026-11-30')
  expect(nextDue(fortnightly, done('2026-11-16', '2026-11-20'))).toBe('2026-11-30')
  // so late that a day was missed
  expect(nextDue(fortnightly, done('2026-11-16', '2026-12-05'))).toBe('2026-12-14')
  expect(nextDue(fortnightly, done('2026-11-16', '2026-11-30'))).toBe('2026-12-14')
})

test('counted from the day on which the work was done, the next day moves with it', () => {
  const monthly = schedule(30, 'day', 'done', '2026-11-01')
  expect(nextDue(monthly, done('2026-11-01', '2026-11-01'))).toBe('2026-12-01')
  expect(nextDue(monthly, done('2026-11-01', '2026-10-29'))).toBe('2026-11-28')
  expect(nextDue(monthly, done('2026-11-01', '2026-11-11'))).toBe('2026-12-11')
})

test('the 31st is the last day of a month that has fewer, and the 31st again in the next', () => {
  const monthly = schedule(1, 'month', 'due', '2026-01-31')
  expect(nextDue(monthly, done('2026-01-31', '2026-01-31'))).toBe('2026-02-28')
  expect(nextDue(monthly, done('2026-02-28', '2026-02-28'))).toBe('2026-03-31')
  expect(nextDue(monthly, done('2026-03-31', '2026-04-02'))).toBe('2026-04-30')
  expect(nextDue(schedule(1, 'month', 'due', '2028-01-30'), done('2028-01-30', '2028-01-30'))).toBe(
    '2028-02-29',
  )
  expect(nextDue(schedule(3, 'month', 'done', '2026-08-31'), done('2026-08-31', '2026-11-30'))).toBe(
    '2027-02-28',
  )
  expect(nextDue(schedule(12, 'month', 'due', '2024-02-29'), done('2027-02-28', '2027-02-28'))).toBe(
    '2028-02-29',
  )
})

test('days on which clocks change are days like others', () => {
  // clocks of Berlin were put back on 2026-10-25 and forward on 2027-03-28
  expect(nextDue(schedule(1, 'day', 'due', '2026-10-24'), done('2026-10-24', '2026-10-24'))).toBe(
    '2026-10-25',
  )
  expect(nextDue(schedule(7, 'day', 'done', '2027-03-21'), done('2027-03-21', '2027-03-21'))).toBe(
    '2027-03-28',
  )
})

test('a plan that starts later than all that was done starts anew', () => {
  const last = done('2026-11-16', '2026-11-18')
  expect(nextDue(schedule(2, 'week', 'due', '2027-01-04'), last)).toBe('2027-01-04')
  expect(nextDue(schedule(2, 'week', 'done', '2027-01-04'), last)).toBe('2027-01-04')
  // and one whose cycle alone was changed goes on
  expect(nextDue(schedule(1, 'week', 'due', '2026-11-02'), last)).toBe('2026-11-23')
})

test('the next day lies behind what was done, and on a day of the plan', () => {
  const days = fc
    .integer({ min: dayNumber(day('2000-01-01')), max: dayNumber(day('2090-01-01')) })
    .map(dateOfDayNumber)
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...calendarUnits),
      fc.constantFrom(...upkeepBases),
      fc.integer({ min: 0, max: 4_000 }),
      fc.integer({ min: -40, max: 400 }),
      (startsOn, every, unit, base, dueAfter, lateDays) => {
        const plan = { startsOn, every, unit, base }
        const dueOn = addDays(startsOn, dueAfter)
        const doneOn = addDays(dueOn, lateDays)
        const next = nextDue(plan, { dueOn, doneOn })
        expect(next > doneOn).toBe(true)
        if (base === 'done') return
        expect(next > dueOn).toBe(true)
        // from the start on, one cycle after the other
        const walked = [startsOn]
        while ((walked.at(-1) ?? next) < next) {
          const last = walked.at(-1) ?? startsOn
          walked.push(nextDue(plan, { dueOn: last, doneOn: last }))
        }
        expect(walked.at(-1)).toBe(next)
        expect(
          walked.at(-2) === undefined || (walked.at(-2) ?? '') <= (dueOn > doneOn ? dueOn : doneOn),
        ).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})
