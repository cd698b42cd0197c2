import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import type { PlainField } from './editor-field'
import { type PasteRules, readPastedRows } from './paste-rows'

const t = createTranslator('en')
const fields: readonly PlainField[] = [
  { key: 'code', label: 'Code', kind: 'text' },
  { key: 'bytes', label: 'Bytes', kind: 'number' },
  { key: 'isOn', label: 'On', kind: 'check' },
  { key: 'type', label: 'Type', kind: 'choice', choices: [{ value: 7, label: 'Freezer' }] },
  { key: 'from', label: 'From', kind: 'day' },
]
const rules: PasteRules = {
  fields,
  initial: { code: '', bytes: null, isOn: true, type: null, from: null },
  issuesOfValues: () => [],
  check: (values): Record<string, string> => (values.code === 'BAD' ? { code: 'Not this one' } : {}),
}
const read = (text: string) => readPastedRows(text, rules, t)

test('cells are read as their fields hold them, full-width digits and words included', () => {
  expect(read('A\t１２\tyes\tFreezer\t2026/11/4')).toEqual([
    {
      line: 1,
      values: { code: 'A', bytes: 12, isOn: true, type: 7, from: '2026-11-04' },
      faults: {},
      isTooLong: false,
    },
  ])
})

test('a first line of names and empty lines are passed over; lines keep their numbers', () => {
  expect(read('Code\tBytes\r\n\r\nA\t1\r\n\t\r\nB\t2\r\n').map(({ line }) => line)).toEqual([3, 5])
  expect(read('').length).toBe(0)
})

test('an empty cell is an empty field, also where the form would start with something', () => {
  const empty = { code: 'A', bytes: null, isOn: false, type: null, from: null }
  expect(read('A\t\t\t\t')[0]?.values).toEqual(empty)
  // columns that were not copied at all are as in a new row
  expect(read('A')[0]?.values).toEqual({ ...empty, isOn: true })
})

test('what a field cannot hold is a fault of its line, and so is what the rules of the form say', () => {
  expect(read('BAD\tmany\tperhaps\tOven\t2026-02-30')[0]?.faults).toEqual({
    code: 'Not this one',
    bytes: 'Enter a number',
    isOn: 'This is not one of the choices.',
    type: 'This is not one of the choices.',
    from: 'Enter a date as YYYY-MM-DD',
  })
})

test('a line with more cells than fields is found', () => {
  expect(read('A\t1\t1\t7\t2026-11-04\tmore')[0]?.isTooLong).toBe(true)
  expect(read('A\t1\t1\t7\t2026-11-04\t')[0]?.isTooLong).toBe(false)
})

test('an empty cell is the choice of nothing, where that is one', () => {
  const unit: PlainField = {
    key: 'unit',
    label: 'Unit',
    kind: 'choice',
    choices: [
      { value: '', label: 'None' },
      { value: '°C', label: '°C' },
    ],
  }
  const rows = readPastedRows('A\t\nB\t°C', { ...rules, fields: [fields[0] as PlainField, unit] }, t)
  expect(rows.map(({ values }) => values.unit)).toEqual(['', '°C'])
})
