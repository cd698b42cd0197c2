import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { pageWords } from './page-words'

const words = pageWords({ language: 'en', translate: createTranslator('en') }, 'Asia/Taipei')

test.each([
  // As doubles both lie a little below a tie, and fifteen digits of them show one.
  [4.35, '4.4'],
  [16.249999999999996, '16.3'],
  [4.3499, '4.3'],
  [20, '20.0'],
])('%d degree-minutes are printed as %s, as in the table beside them', (value, text) => {
  expect(words.decimal(value)).toBe(text)
})

test('a distance has its unit', () => {
  expect(words.decimal(1.25, 'K')).toBe('1.3\u202fK')
})
