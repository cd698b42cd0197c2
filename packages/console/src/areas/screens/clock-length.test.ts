import { expect, test } from 'vitest'
import { clockLength } from './clock-length'

test('lengths are read as clocks show them', () => {
  expect([0, 7_999, 725_000, 3_723_000, -5].map(clockLength)).toEqual([
    '0:00',
    '0:07',
    '12:05',
    '1:02:03',
    '0:00',
  ])
})
