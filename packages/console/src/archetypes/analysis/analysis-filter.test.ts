import { describe, expect, test } from 'vitest'
import {
  type AnalysisFilter,
  emptyFilter,
  filterFromSearch,
  filterToSearch,
  missingParts,
} from './analysis-filter'

const whole = {
  departments: [1, 5, 23],
  store: 412,
  vendor: 2,
  day: '2026-11-14',
  days: 7,
} as unknown as AnalysisFilter

describe('filter of an analysis page', () => {
  test('an inquiry is in the address and is restored from it', () => {
    expect(filterToSearch(whole)).toEqual({
      dep: '1.5.23',
      store: '412',
      vendor: '2',
      date: '2026-11-14',
      days: '7',
    })
    expect(filterFromSearch(filterToSearch(whole))).toEqual({ filter: whole, dropped: 0 })
  })

  test('all stores is a choice, nothing chosen is none', () => {
    expect(filterFromSearch({ store: 'all' }).filter.store).toBe('all')
    expect(filterFromSearch({}).filter).toEqual(emptyFilter)
  })

  test('nonsense in the address is dropped and counted', () => {
    expect(filterFromSearch({ dep: 'x', store: '-1', vendor: '2', date: '2026-02-30' })).toEqual({
      filter: { ...emptyFilter, vendor: 2 },
      dropped: 3,
    })
  })

  test('numbers that a router has already parsed are read', () => {
    expect(filterFromSearch({ dep: 7, store: 412 }).filter).toEqual({
      ...emptyFilter,
      departments: [7],
      store: 412,
    })
  })

  test('Inquire waits for what the page requires, in the order of the panel', () => {
    expect(missingParts(emptyFilter, ['store', 'day'])).toEqual(['department', 'store', 'day'])
    expect(missingParts(emptyFilter, ['day'])).toEqual(['department', 'day'])
    expect(missingParts({ ...whole, store: null }, ['day'])).toEqual([])
    expect(missingParts({ ...whole, day: '2026-11-31' }, ['day'])).toEqual(['day'])
  })
})
