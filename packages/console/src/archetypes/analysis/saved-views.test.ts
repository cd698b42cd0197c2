import { describe, expect, test } from 'vitest'
import { addressOfView, type SavedView, searchOfView, showsView, viewsOf, withView } from './saved-views'

const address = {
  dep: '1.5',
  store: '412',
  date: '2026-11-14',
  't1.sort': '-4',
  't1.page': '3',
  't1.row': '9',
}
const north: SavedView = { id: '2', name: 'North', search: { dep: '1.5', store: '412', 't1.sort': '-4' } }

describe('saved views', () => {
  test('a view is the filter and the order, not the page, the row or the day', () => {
    expect(searchOfView({ ...address, view: '7' }, false)).toEqual(north.search)
    expect(searchOfView(address, true)).toEqual({ ...north.search, date: '2026-11-14' })
  })

  test('showing a view takes away what it does not name', () => {
    expect(addressOfView(north, { dep: '2', vendor: '8', date: '2026-01-01' })).toEqual({
      dep: '1.5',
      store: '412',
      't1.sort': '-4',
      view: '2',
      vendor: undefined,
      date: undefined,
    })
  })

  test('a view is shown until its filter is changed; another day is another matter only where it was kept', () => {
    expect(showsView(north, address)).toBe(true)
    expect(showsView(north, { ...address, vendor: '8' })).toBe(false)
    expect(showsView({ ...north, search: { ...north.search, date: '2026-11-14' } }, address)).toBe(true)
    expect(showsView({ ...north, search: { ...north.search, date: '2026-11-13' } }, address)).toBe(false)
  })

  test('a view of the same name is replaced under its id, another one gets an id of its own', () => {
    const replaced = withView([north], 'North', { dep: '9' })
    expect(replaced).toEqual([{ id: '2', name: 'North', search: { dep: '9' } }])
    expect(withView([north], 'East', { dep: '3' }).map(({ id, name }) => [id, name])).toEqual([
      ['3', 'East'],
      ['2', 'North'],
    ])
  })

  test('what is in the storage and no view is passed over', () => {
    expect(viewsOf(JSON.stringify([north, { id: 3 }, null, 'x']))).toEqual([north])
    expect(viewsOf('{')).toEqual([])
    expect(viewsOf(null)).toEqual([])
  })
})
