import { expect, test } from 'vitest'
import { levelNamesOf } from './level-names'

test.each([
  ['Division, Region,Store group', ['Division', 'Region', 'Store group']],
  ['營運處、營運區，督導區', ['營運處', '營運區', '督導區']],
  ['Region,, ', ['Region']],
  ['', []],
])('%j is read as %j', (text, names) => {
  expect(levelNamesOf(text)).toEqual(names)
})
