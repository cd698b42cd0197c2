import { describe, expect, test } from 'vitest'
import { initialView } from '../kit/table/table-view'
import { knownView, viewFromAddress, viewInTags, viewInWords, viewToAddress } from './served-table'

describe('view of a table in the address', () => {
  test('a table as it came leaves no trace', () => {
    const parameters = viewToAddress('t1', initialView(10), 10)
    expect(Object.values(parameters).every((value) => value === undefined)).toBe(true)
  })

  test('page, size, order, filter and row come back', () => {
    const view = {
      page: 3,
      pageSize: 50,
      sort: { key: '4', descending: true },
      filter: ['信義松仁店', ''],
      row: '812',
    }
    const parameters = viewToAddress('t1', view, 10) as Record<string, string>
    expect(parameters['t1.sort']).toBe('-4')
    expect(viewFromAddress('t1', parameters, 10)).toEqual(view)
    expect(viewFromAddress('t2', parameters, 10)).toEqual(initialView(10))
  })

  test('all rows are a size', () => {
    const view = { ...initialView(10), pageSize: Number.POSITIVE_INFINITY }
    expect(viewFromAddress('t1', viewToAddress('t1', view, 10) as Record<string, string>, 10)).toEqual(view)
  })

  test('nonsense in the address changes nothing', () => {
    const parameters = { 't1.page': '0', 't1.size': 'many', 't1.sort': 'name', 't1.f': '{"a":1}' }
    expect(viewFromAddress('t1', parameters, 10)).toEqual(initialView(10))
    expect(viewFromAddress('t1', { 't1.f': '[1' }, 10).filter).toBe(null)
  })

  test('the address names tags, which are the same in every language, and the table its words', () => {
    const table = {
      title: 'Devices',
      header: [],
      data: [{ value: ['Freezer 1', '逸脱'], tag: 'breach' }, { value: ['Freezer 2', '対象外'] }],
      pageSize: 10,
      filterIndex: 1,
    }
    const inAddress = { ...initialView(10), filter: ['breach', '対象外'] }
    const inWords = { ...inAddress, filter: ['逸脱', '対象外'] }
    expect(viewInWords(inAddress, table)).toEqual(inWords)
    expect(viewInTags(inWords, table)).toEqual(inAddress)
  })

  test('a filter that names no value of the table is none, an empty one keeps all rows away', () => {
    const table = {
      title: 'Devices',
      header: [],
      data: [{ value: ['Freezer 1', 'Good'] }],
      pageSize: 10,
      filterIndex: 1,
    }
    const view = (filter: readonly string[]) => ({ ...initialView(10), filter })
    expect(knownView(view(['良好']), table).filter).toBe(null)
    expect(knownView(view(['良好', 'Good']), table).filter).toEqual(['良好', 'Good'])
    expect(knownView(view([]), table).filter).toEqual([])
  })
})
