import { expect, test } from 'vitest'
import { wearOf, wornPlaceOf } from './wear'

const usual = { isVolatile: false, mostPerDay: null, mostPerYear: null }

test.each([
  [
    'the twelfth of a day',
    usual,
    { today: 11, lastYear: 11, ever: 11 },
    { above: null, most: 12, left: 99_989 },
  ],
  ['the thirteenth', usual, { today: 12, lastYear: 12, ever: 12 }, { above: 'day', most: 12, left: 99_988 }],
  [
    'the 1,001st of a year',
    usual,
    { today: 0, lastYear: 1_000, ever: 4_000 },
    { above: 'year', most: 1_000, left: 96_000 },
  ],
  [
    'above what the model says',
    { ...usual, mostPerDay: 2 },
    { today: 2, lastYear: 2, ever: 2 },
    { above: 'day', most: 2, left: 99_998 },
  ],
  ['nothing left', usual, { today: 0, lastYear: 0, ever: 100_007 }, { above: null, most: 12, left: 0 }],
  [
    'memory that does not wear',
    { ...usual, isVolatile: true },
    { today: 500, lastYear: 9_000, ever: 9_000 },
    { above: null, most: 12, left: 100_000 },
  ],
])('%s', (_, limits, counts, wear) => {
  expect(wearOf(limits, counts)).toEqual(wear)
})

test('a place is the registers of the write, whatever value it carries', () => {
  const write = { requestHex: '06 03 55 VV VV', includesUnitId: false, appendsCrc: true }
  // 0x0355 is 853
  expect(wornPlaceOf(write)).toBe('registers 853 1')
  expect(wornPlaceOf({ ...write, requestHex: '06 03 55 FF 38' })).toBe('registers 853 1')
})
