import { headText } from '@coldkeep/contract/wire/table-csv'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { cellText, orderOf } from './column'

const collator = (language: string) => new Intl.Collator(language, { numeric: true })
const sorted = (values: (string | number)[], kind: 'text' | 'number' | 'date', language = 'en') =>
  orderOf(values, kind, collator(language)).distinct

test('numbers are sorted by size, not by their digits', () => {
  expect(sorted([10, 9, -2.5], 'number')).toEqual([-2.5, 9, 10])
})

test('words are sorted as the language does, numbers inside them by size', () => {
  expect(sorted(['Freezer 10', 'Freezer 9', 'ähnlich', 'Zebra'], 'text')).toEqual([
    'ähnlich',
    'Freezer 9',
    'Freezer 10',
    'Zebra',
  ])
})

test('Traditional Chinese names are sorted by strokes', () => {
  expect(sorted(['新竹', '台中', '中壢'], 'text', 'zh-TW')).toEqual(['中壢', '台中', '新竹'])
})

test('days are sorted by the calendar, each of them once', () => {
  expect(sorted(['2026-11-14', '2026-02-01', '2026-11-14'], 'date')).toEqual(['2026-02-01', '2026-11-14'])
})

test('a unit is in the header, once', () => {
  expect(headText({ title: 'Average', unit: '°C', kind: 'number' })).toBe('Average °C')
  expect(headText({ title: 'Rate %', kind: 'percent' })).toBe('Rate %')
  expect(headText({ title: 'Power (kW)', unit: 'kW', kind: 'number' })).toBe('Power (kW)')
  expect(headText({ title: 'Longest cycle', unit: 's', kind: 'number' })).toBe('Longest cycle s')
})

test('cells are written by their kind', () => {
  const t = createTranslator('en')
  expect(cellText(-16.94, { kind: 'number', decimals: 1 }, 'en', t)).toBe('\u221216.9')
  expect(cellText(126, { kind: 'minutes' }, 'en', t)).toBe('2 h 06 min')
  expect(cellText(1260, { kind: 'minutes', unit: 'min', decimals: 0 }, 'en', t)).toBe('1,260')
  expect(cellText(null, { kind: 'percent' }, 'en', t)).toBe('—')
  expect(cellText(98, { kind: 'percent' }, 'en', t)).toBe('98.0')
})
