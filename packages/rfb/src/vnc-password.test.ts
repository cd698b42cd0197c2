import { expect, test } from 'vitest'
import { encryptChallenge } from './vnc-password'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/**
 * Known answers of plain DES, each with its key as a password: the bits of a byte go in the other direction, so that
 * 80 is U+0001. NBS Special Publication 500-20, variable key; the last one is the example of FIPS 81.
 */
test.each([
  ['\u{01}', '00 00 00 00 00 00 00 00', '95 A8 D7 28 13 DA A9 4D'],
  ['\u{02}', '00 00 00 00 00 00 00 00', '0E EC 14 87 DD 8C 26 D5'],
  ['\u{80}\u{c4}\u{a2}\u{e6}\u{91}\u{d5}\u{b3}\u{f7}', '4E 6F 77 20 69 73 20 74', '3F A4 0E 8A 98 4D 48 15'],
])('the password %j encrypts %s as DES does', (password, half, encrypted) => {
  // both halves of a challenge are encrypted on their own
  expect(encryptChallenge(password, hex(half + half))).toEqual(hex(encrypted + encrypted))
})

test('what is after the eighth character does not count', () => {
  const challenge = hex('00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F')
  expect(encryptChallenge('longpassword', challenge)).toEqual(encryptChallenge('longpass', challenge))
  expect(encryptChallenge('longpas', challenge)).not.toEqual(encryptChallenge('longpass', challenge))
})

test('a password that is not one byte for each character is refused', () => {
  expect(() => encryptChallenge('密碼', Buffer.alloc(16))).toThrow(
    expect.objectContaining({ code: 'password' }),
  )
})
