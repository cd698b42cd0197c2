import { expect, test } from 'vitest'
import { pagerWindow } from './pager-window'

test('few pages are all shown', () => {
  expect(pagerWindow(1, 1)).toEqual([1])
  expect(pagerWindow(2, 3)).toEqual([1, 2, 3])
  expect(pagerWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('the middle shows two pages on each side, the first and the last', () => {
  expect(pagerWindow(7, 13)).toEqual([1, null, 5, 6, 7, 8, 9, null, 13])
})

test('at the ends the window keeps its length', () => {
  expect(pagerWindow(1, 13)).toEqual([1, 2, 3, 4, 5, 6, null, 13])
  expect(pagerWindow(13, 13)).toEqual([1, null, 8, 9, 10, 11, 12, 13])
})

test('an ellipsis never replaces a single page', () => {
  expect(pagerWindow(5, 13)).toEqual([1, 2, 3, 4, 5, 6, 7, null, 13])
  expect(pagerWindow(9, 13)).toEqual([1, null, 7, 8, 9, 10, 11, 12, 13])
})

test('where there is little room, one page is on each side', () => {
  expect(pagerWindow(7, 128, 1)).toEqual([1, null, 6, 7, 8, null, 128])
  expect(pagerWindow(1, 128, 1)).toEqual([1, 2, 3, 4, null, 128])
})
