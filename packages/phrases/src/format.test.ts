import { expect, test } from 'vitest'
import {
  formatInstant,
  formatMinutes,
  formatNumber,
  formatShortNumber,
  timeParts,
  withUnitSpace,
} from './format'
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

test('an instant is formatted in its time zone, midnight as 00', () => {
  const at = Date.UTC(2026, 10, 13, 16, 0, 30)
  expect(formatInstant(at, 'Asia/Taipei')).toBe('2026-11-14 00:00')
  expect(formatInstant(at, 'Asia/Tokyo')).toBe('2026-11-14 01:00')
})

test.each([
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29', '01:59:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29', '03:00:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25', '02:00:00'],
  // half an hour back at 02:00
  ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05', '01:59:59'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05', '01:30:00'],
  ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20', '23:59:59'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21', '00:00:00'],
])('the clock of %s at %s', (zone, instant, date, second) => {
  expect(timeParts(Date.parse(instant), zone)).toEqual({ date, minute: second.slice(0, 5), second })
})

test('a length of time shows its two largest units', () => {
  const t = createTranslator('en')
  expect(formatMinutes(t, 18)).toBe('18 min')
  expect(formatMinutes(t, 126)).toBe('2 h 06 min')
  expect(formatMinutes(t, 31 * 60)).toBe('31 h')
  expect(formatMinutes(t, 76 * 60)).toBe('3 d 4 h')
  expect(formatMinutes(createTranslator('ja'), 126)).toBe('2 時間 06 分')
})
