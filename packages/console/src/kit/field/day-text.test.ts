import { expect, test } from 'vitest'
import { dayFromText, readDay } from './day-text'

test('a day is read in the ways people type it', () => {
  expect(dayFromText('2026-11-14')).toBe('2026-11-14')
  expect(dayFromText('2026/1/5')).toBe('2026-01-05')
  expect(dayFromText('２０２６年１１月１４日')).toBe('2026-11-14')
  expect(dayFromText('20261114')).toBe('2026-11-14')
})

test('nothing is no day, words and half a date are not in the form', () => {
  expect(dayFromText('  ')).toBeNull()
  expect(dayFromText('yesterday')).toBe('form')
  expect(dayFromText('11-14')).toBe('form')
})

test('days that the calendar lacks are recognised', () => {
  expect(dayFromText('2026-02-29')).toBe('unreal')
  expect(dayFromText('2028-02-29')).toBe('2028-02-29')
  expect(dayFromText('2026-13-01')).toBe('unreal')
})

test('only a day that is written out can be compared', () => {
  expect(readDay('2028-02-29')).toBe('2028-02-29')
  for (const text of [null, '', '2026-02-29', '2026/1/5', 'the 3rd']) expect(readDay(text)).toBeUndefined()
})
