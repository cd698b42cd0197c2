import { expect, test } from 'vitest'
import { foldedTitle, isSimilarTitle } from './fridge-list'

test.each([
  ['Frostline', 'FROSTLINE'],
  ['Frostline', 'Ｆｒｏｓｔ ｌｉｎｅ'],
  ['フクシマ', 'ﾌｸｼﾏ'],
  ['入口 左', '入口　左'],
])('%s and %s are one title', (one, other) => {
  expect(foldedTitle(one)).toBe(foldedTitle(other))
})

test.each([
  ['Frostline', 'Forstline', false],
  ['Frostline', 'Frost-Line', true],
  ['Frostline', 'Frostlines', true],
  ['Frostline', 'Frostlino', true],
  ['Frostline', 'Frost', false],
  ['Arctic', 'Árctic', true],
  ['Nord', 'Nors', false],
  ['Aisle 12', 'Aisle 13', false],
  ['Aisle 1', 'Aisle 12', false],
  ['通路1', '通路2', false],
  ['!!', '??', false],
])('%s and %s are similar: %s', (one, other, expected) => {
  expect(isSimilarTitle(one, other)).toBe(expected)
  expect(isSimilarTitle(other, one)).toBe(expected)
})
