import { expect, test } from 'vitest'
import type { Column } from './column'
import { csvOf } from './export-csv'

interface Line {
  name: string
  value: number | null
  at: number
}

const columns: Column<Line>[] = [
  { key: 'name', title: 'Store', kind: 'text', value: (line) => line.name },
  { key: 'value', title: 'Average', unit: '°C', kind: 'number', decimals: 1, value: (line) => line.value },
  { key: 'at', title: 'Read at', kind: 'time', value: (line) => line.at },
]
const csv = (name: string, value: number | null = 1) =>
  csvOf(columns, [{ name, value, at: Date.UTC(2026, 10, 14) }]).split('\r\n')

test('the file begins with a byte order mark and ends its lines with CRLF', () => {
  const text = csvOf(columns, [])
  expect(text).toBe('\ufeffStore,Average °C,Read at\r\n')
})

test('numbers are raw: all digits, an ASCII minus, nothing for a missing value', () => {
  expect(csv('A', -16.94)[1]).toBe('A,-16.94,2026-11-14T00:00:00.000Z')
  expect(csv('A', null)[1]).toBe('A,,2026-11-14T00:00:00.000Z')
})

test.each(['=1+1', '＝1+1', ' @SUM(A1)'])('the text %s cannot run as a formula', (text) => {
  expect(csv(text)[1]).toMatch(/^'/)
})

test('a text that is a number stays one', () => {
  expect(csv('-12.5')[1]).toMatch(/^-12\.5,/)
})

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvOf(columns, [{ name: 'a "b", c\nd', value: 1, at: 0 }])).toContain('"a ""b"", c\nd",1,')
})
