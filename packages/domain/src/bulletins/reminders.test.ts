import { expect, test } from 'vitest'
import { days, type EpochMs, epochMs, hours, later } from '../time/instant'
import { nextOwnReminder, nextReminder } from './reminders'

const sentAt = epochMs(Date.UTC(2026, 10, 20))
const after = (ms: number): EpochMs => later(sentAt, ms)

test('three in all, 20 hours apart', () => {
  expect(nextReminder({ reminders: 0, sentAt, remindedAt: null })).toBe(sentAt)
  expect(nextReminder({ reminders: 2, sentAt, remindedAt: after(hours(1)) })).toBe(after(hours(21)))
  expect(nextReminder({ reminders: 3, sentAt, remindedAt: after(hours(1)) })).toBeNull()
})

test('a day before the deadline, at it and a day after it', () => {
  const deadline = after(days(5))
  expect(nextOwnReminder(deadline, { reminders: 0, sentAt, remindedAt: null })).toBe(after(days(4)))
  expect(nextOwnReminder(deadline, { reminders: 1, sentAt, remindedAt: after(days(4)) })).toBe(deadline)
  expect(nextOwnReminder(deadline, { reminders: 2, sentAt, remindedAt: deadline })).toBe(after(days(6)))
  expect(nextOwnReminder(deadline, { reminders: 2, sentAt, remindedAt: after(days(6)) })).toBeNull()
  expect(nextOwnReminder(null, { reminders: 0, sentAt, remindedAt: null })).toBeNull()
})

test('a short deadline has no reminder before it, and one by hand moves the others', () => {
  const soon = after(hours(3))
  expect(nextOwnReminder(soon, { reminders: 0, sentAt, remindedAt: null })).toBe(soon)
  // by hand two hours before the deadline: not again until a day after it
  const deadline = after(days(2))
  const byHand = { reminders: 1, sentAt, remindedAt: after(days(2) - hours(2)) }
  expect(nextOwnReminder(deadline, byHand)).toBe(after(days(3)))
})
