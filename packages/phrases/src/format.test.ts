import { expect, test } from 'vitest'
import { formatInstant, formatMinutes, formatNumber, formatShortNumber, withUnitSpace } from './format'
import { createTranslator } from './phrases'

test('a negative temperature carries a true minus and a narrow space before its unit', () => {
  expect(formatNumber('en', -9.24, { decimals: 1, unit: '°C' })).toBe('\u22129.2\u202f°C')
})

test('a percentage that came as text carries the same narrow space as one that was formatted here', () => {
  expect(withUnitSpace('98.4%')).toBe('98.4\u202f%')
  expect(withUnitSpace('98.4 %')).toBe(formatNumber('en', 98.4, { unit: '%' }))
  expect(withUnitSpace('–')).toBe('–')
})

test('a missing value is a dash, never a zero', () => {
  expect(formatNumber('ja', null, { decimals: 1, unit: '°C' })).toBe('—')
  expect(formatNumber('ja', Number.NaN)).toBe('—')
  expect(formatInstant(null)).toBe('—')
})

test('thousands are grouped', () => {
  expect(formatNumber('zh-TW', 18406)).toBe('18,406')
  expect(formatNumber('en', 18406)).toBe('18,406')
})

test('a change carries its sign', () => {
  expect(formatNumber('en', 0.3, { decimals: 1, signed: true })).toBe('+0.3')
  expect(formatNumber('en', -4.6, { decimals: 1, signed: true })).toBe('−4.6')
})

test('large figures are shortened where room is short', () => {
  expect(formatShortNumber(18406)).toBe('18.4k')
  expect(formatShortNumber(600)).toBe('600')
  expect(formatShortNumber(-12)).toBe('−12')
  expect(formatShortNumber(2_500_000)).toBe('2.5M')
})

test('an instant is told on the clock of its zone, midnight as 00', () => {
  const at = Date.UTC(2026, 10, 13, 16, 0, 30)
  expect(formatInstant(at, 'Asia/Taipei')).toBe('2026-11-14 00:00')
  expect(formatInstant(at, 'Asia/Tokyo')).toBe('2026-11-14 01:00')
})

test('a length of time shows its two largest units', () => {
  const t = createTranslator('en')
  expect(formatMinutes(t, 18)).toBe('18 min')
  expect(formatMinutes(t, 126)).toBe('2 h 06 min')
  expect(formatMinutes(t, 31 * 60)).toBe('31 h')
  expect(formatMinutes(t, 76 * 60)).toBe('3 d 4 h')
  expect(formatMinutes(createTranslator('ja'), 126)).toBe('2 時間 06 分')
})
