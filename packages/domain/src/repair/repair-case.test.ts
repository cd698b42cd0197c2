import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { arrivedAt, labourMinutes, standardProgress, ticketOf } from './repair-case'

const at = (text: string) => epochMs(Date.parse(`2026-11-02T${text}:00Z`))

test('two people who work at the same hour count twice', () => {
  const entries = [
    { who: 'Lin', from: at('09:00'), to: at('10:30') },
    { who: 'Wu', from: at('09:30'), to: at('10:30') },
  ]
  expect(labourMinutes(entries)).toBe(150)
})

test('work began with the earliest entry, whatever their order', () => {
  const entries = [
    { who: 'Wu', from: at('09:30'), to: at('10:30') },
    { who: 'Lin', from: at('09:00'), to: at('10:30') },
  ]
  expect(arrivedAt(entries)).toBe(at('09:00'))
  expect(arrivedAt([])).toBeNull()
})

test('a case has one number, which sorts as it was made', () => {
  expect(ticketOf(42)).toBe('R-000042')
  expect(ticketOf(1_234_567)).toBe('R-1234567')
})

test('a case begins open, and can end repaired or as none', () => {
  expect(standardProgress[0].phase).toBe('open')
  expect(new Set(standardProgress.map(({ phase }) => phase))).toEqual(new Set(['open', 'done', 'void']))
})
