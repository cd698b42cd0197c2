import { expect, test } from 'vitest'
import { readClaimCode, writeClaimCode } from './claim-code'

test.each([
  ['as it is shown', '7K2M-9QXA-04TC'],
  ['in small letters', '7k2m-9qxa-04tc'],
  ['with the letter O for the digit 0', '7K2M-9QXA-O4TC'],
  ['with blanks, other hyphens and nothing between the groups', ' 7K2M9Q XA\u201104\u2013TC\n'],
  ['in wide letters of an input method', '７Ｋ２Ｍ９ＱＸＡ０４ＴＣ'],
])('a code is read %s', (_, text) => {
  expect(readClaimCode(text)).toEqual({ selector: '7K2M', verifier: '9QXA04TC' })
})

test('I and L count as the digit 1', () => {
  expect(readClaimCode('IiLl 0000 0000')).toEqual({ selector: '1111', verifier: '00000000' })
})

test.each(['', '7K2M-9QXA-04T', '7K2M-9QXA-04TCC', '7K2M-9QXA-04TU', '7K2M_9QXA_04TC'])(
  '%j cannot be a code',
  (text) => {
    expect(readClaimCode(text)).toBeNull()
  },
)

test('a code is written in groups of four', () => {
  expect(writeClaimCode({ selector: '7K2M', verifier: '9QXA04TC' })).toBe('7K2M-9QXA-04TC')
})
