import type { Department } from '@coldkeep/domain/organisation/department'
import { expect, test } from 'vitest'
import { detailLinks } from './detail-links'

const top = {
  id: 1,
  name: 'Frostline',
  children: [{ id: 5, name: 'North', children: [{ id: 7, name: 'Quay', children: [] }] }],
} as unknown as Department
const from = (path: readonly number[], known: Department | undefined = top) =>
  detailLinks({ detail: '/OperationalAnalysis', path: path as never, top: known, topId: known && '1' })
const entry = (drill?: object) => ({ label: 'Cooling', values: [60], ...(drill && { drill }) })

test('the page behind a card opens for all stores of the same scope', () => {
  expect(from([]).whole).toBe('/OperationalAnalysis?dep=1&store=all')
  expect(from([1, 5]).whole).toBe('/OperationalAnalysis?dep=1.5&store=all')
})

test('without a scope there is no link that could keep it', () => {
  expect(detailLinks({ detail: '/home', path: [], top: undefined, topId: undefined }).whole).toBe(null)
})

test('a part leads to its department by the whole way, to its store, or to its day', () => {
  const { ofEntry } = from([])
  expect(ofEntry(entry({ departmentId: '7' }))).toBe('/OperationalAnalysis?dep=1.5.7&store=all')
  expect(ofEntry(entry({ departmentId: '7', storeId: '31' }))).toBe('/OperationalAnalysis?dep=1.5.7&store=31')
  expect(ofEntry(entry({ day: '2026-11-14' }))).toBe(
    '/OperationalAnalysis?dep=1&store=all&date=2026-11-14&days=1',
  )
  expect(ofEntry(entry({ departmentId: '99' }))).toBe(null)
})

test('a class leads to its rows, by what is the same in every language', () => {
  const href = from([1, 5]).ofEntry(entry({ tag: 'cooling' })) ?? ''
  expect(new URLSearchParams(href.split('?')[1]).get('t1.f')).toBe('["cooling"]')
})
