import { expect, test } from 'vitest'
import { sizeText } from './size-text'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [8_444_000, '8.4 MB'],
  [2_147_483_648, '2.1 GB'],
])('%i bytes are %s', (bytes, expected) => {
  expect(sizeText('en', bytes)).toBe(expected)
})
