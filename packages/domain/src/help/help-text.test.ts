import { describe, expect, test } from 'vitest'
import type { StoreId } from '../ids'
import { searchedText, withStore } from './help-text'

const store = 12 as StoreId

describe('addresses in a text', () => {
  test('lead to the store of a reader who has one', () => {
    expect(
      withStore('[Alarms](/Alarms?store={store}) and [more](/Alarms?show=all&store={store}&page=2)', store),
    ).toBe('[Alarms](/Alarms?store=12) and [more](/Alarms?show=all&store=12&page=2)')
  })

  test('lead to the page alone for a reader of several', () => {
    expect(withStore('[a](/Alarms?store={store})', null)).toBe('[a](/Alarms)')
    expect(withStore('[a](/Alarms?store={store}&page=2)', null)).toBe('[a](/Alarms?page=2)')
    expect(withStore('[a](/Alarms?show=all&store={store})', null)).toBe('[a](/Alarms?show=all)')
    expect(withStore('[a](/Alarms?show=all&store={store}&page=2)', null)).toBe('[a](/Alarms?show=all&page=2)')
  })

  test('are all that is replaced', () => {
    expect(withStore('the word {store} and store={store}', store)).toBe('the word {store} and store={store}')
  })
})

test('searches that differ in blanks, case and width are one', () => {
  expect(searchedText('  Why\u3000IS  Ｐ1 red ')).toBe('why is p1 red')
})
