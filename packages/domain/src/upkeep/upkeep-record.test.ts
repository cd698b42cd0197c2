import { expect, test } from 'vitest'
import { epochMs, minutes } from '../time/instant'
import { localDate } from '../time/local-date'
import { dueAfter, isEnteredLate, needsNote } from './upkeep-record'

const plan = {
  every: 1,
  unit: 'month',
  base: 'due',
  startsOn: localDate('2026-01-31'),
  dueOn: localDate('2026-02-28'),
} as const

test('work moves the plan that it was due for, and a second record of the same day does not', () => {
  const doneOn = localDate('2026-02-27')
  expect(dueAfter(plan, { dueOn: plan.dueOn, doneOn })).toBe('2026-03-31')
  // someone else had completed it while this record was still on a phone
  const moved = { ...plan, dueOn: localDate('2026-03-31') }
  expect(dueAfter(moved, { dueOn: plan.dueOn, doneOn })).toBeNull()
})

test('a record is late when it was entered more than an hour after the work', () => {
  const doneAt = epochMs(1_000_000_000_000)
  const enteredAfter = (ms: number) => isEnteredLate(doneAt, epochMs(doneAt + ms))
  expect(enteredAfter(0)).toBe(false)
  expect(enteredAfter(minutes(60))).toBe(false)
  expect(enteredAfter(minutes(60) + 1)).toBe(true)
})

test('what is not all well needs words', () => {
  const task = (isDone: boolean) => ({ text: 'Brush', isDone })
  expect(needsNote('good', [])).toBe(false)
  expect(needsNote('good', [task(true), task(true)])).toBe(false)
  expect(needsNote('good', [task(true), task(false)])).toBe(true)
  expect(needsNote('findings', [task(true)])).toBe(true)
})
