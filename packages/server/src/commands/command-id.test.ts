import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { newCommandId } from './command-id'

test('an id has 26 letters and the time in front, so that ids sort by their time', () => {
  // The example of the ULID specification: 1469918176385 is 01ARYZ6S41.
  expect(newCommandId(epochMs(1_469_918_176_385))).toMatch(/^01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/)
})
