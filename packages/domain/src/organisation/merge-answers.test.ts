import { expect, test } from 'vitest'
import { differencesOf, isSame, mergeAnswers } from './merge-answers'

const base = {
  name: 'Alder Street',
  phone: '',
  loss: { is_own: false, minutes: null as number | null },
  devices: [
    { key: '1', name: 'Freezer 1', unit: 1 },
    { key: '2', name: 'Meter', unit: 9 },
  ],
  ports: [{ id: 'p1' }],
}

test('what only one side changed is kept; what both changed stays as answered', () => {
  const mine = { ...base, phone: '02-1', name: 'Alder' }
  const theirs = { ...base, name: 'Alder St.', loss: { is_own: true, minutes: 30 } }
  expect(mergeAnswers(base, mine, theirs)).toEqual({
    ...base,
    phone: '02-1',
    name: 'Alder',
    loss: { is_own: true, minutes: 30 },
  })
})

test('rows are merged by their keys, field by field', () => {
  const mine = {
    ...base,
    devices: [base.devices[0], { key: '2', name: 'Meter', unit: 10 }, { key: 'n1', name: 'Case', unit: 4 }],
  }
  const theirs = {
    ...base,
    devices: [
      { key: '3', name: 'Island', unit: 5 },
      { key: '1', name: 'Freezer one', unit: 1 },
      { key: '2', name: 'Main meter', unit: 9 },
    ],
  }
  expect(mergeAnswers(base, mine as typeof base, theirs).devices).toEqual([
    { key: '3', name: 'Island', unit: 5 },
    { key: '1', name: 'Freezer one', unit: 1 },
    { key: '2', name: 'Main meter', unit: 10 },
    { key: 'n1', name: 'Case', unit: 4 },
  ])
})

test('a removed row stays removed, even where it was changed here', () => {
  const mine = { ...base, devices: [base.devices[0], { key: '2', name: 'Mine', unit: 9 }] }
  const theirs = { ...base, devices: base.devices.slice(0, 1) }
  expect(mergeAnswers(base, mine as typeof base, theirs).devices).toEqual(theirs.devices)
})

test('lists without keys are a single value', () => {
  const mine = { ...base, ports: [{ id: 'p1' }, { id: 'p2' }] }
  const theirs = { ...base, ports: [{ id: 'p3' }] }
  expect(mergeAnswers(base, mine, theirs).ports).toEqual(mine.ports)
  expect(differencesOf(base, theirs)).toEqual([
    { path: ['ports'], before: [{ id: 'p1' }], after: [{ id: 'p3' }] },
  ])
})

test('differences are reported value by value, and a row that only one side has as a whole', () => {
  const after = {
    ...base,
    loss: { is_own: true, minutes: 30 },
    devices: [
      { key: '1', name: 'Freezer 1', unit: 3 },
      { key: '4', name: 'Case', unit: 4 },
    ],
  }
  expect(differencesOf(base, after)).toEqual([
    { path: ['loss', 'is_own'], before: false, after: true },
    { path: ['loss', 'minutes'], before: null, after: 30 },
    { path: ['devices', '1', 'unit'], before: 1, after: 3 },
    { path: ['devices', '2'], before: base.devices[1], after: undefined },
    { path: ['devices', '4'], before: undefined, after: { key: '4', name: 'Case', unit: 4 } },
  ])
})

test('the order of names does not matter, that of rows does', () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(true)
  expect(isSame({ a: null }, {})).toBe(false)
})
