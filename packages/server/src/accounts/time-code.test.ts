import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { describe, expect, test } from 'vitest'
import { type CodeForm, describeSecret, stepOfCode } from './time-code'

const at = (seconds: number): EpochMs => epochMs(seconds * 1000)
/** `12345678901234567890`, as far as the hash asks for it. */
const secretOf = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length))
const secrets: Readonly<Record<CodeForm['algorithm'], Uint8Array>> = {
  SHA1: secretOf(20),
  SHA256: secretOf(32),
  SHA512: secretOf(64),
}

describe('the test vectors of RFC 6238, appendix B', () => {
  const vectors: readonly [seconds: number, step: number, ...codes: string[]][] = [
    [59, 0x1, '94287082', '46119246', '90693936'],
    [1111111109, 0x23523ec, '07081804', '68084774', '25091201'],
    [1111111111, 0x23523ed, '14050471', '67062674', '99943326'],
    [1234567890, 0x273ef07, '89005924', '91819424', '93441116'],
    [2000000000, 0x3f940aa, '69279037', '90698825', '38618901'],
    [20000000000, 0x27bc86aa, '65353130', '77737706', '47863826'],
  ]
  const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const
  const cases = vectors.flatMap(([seconds, step, ...codes]) =>
    algorithms.map((algorithm, index) => [algorithm, seconds, codes[index] as string, step] as const),
  )
  test.each(cases)('%s at %i s is %s', (algorithm, seconds, code, step) => {
    expect(stepOfCode(secrets[algorithm], code, at(seconds), { algorithm, digits: 8 })).toBe(step)
  })
})

// the last six digits of the first vector: the code of seconds 30 to 59
test.each([
  [29, 1],
  [30, 1],
  [59, 1],
  [89, 1],
  [90, null],
])('a code counts half a minute early or late: at %i s', (seconds, step) => {
  expect(stepOfCode(secrets.SHA1, '287082', at(seconds))).toBe(step)
})

test.each(['287083', '28708', '2870820', '94287082', ''])('"%s" is no code', (code) => {
  expect(stepOfCode(secrets.SHA1, code, at(59))).toBeNull()
})

test('a secret is given for typing and for a picture', () => {
  // base32 of those 20 letters, as RFC 4648 writes it
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const described = describeSecret(secrets.SHA1, { site: 'Cold & Co', login: '店長' })
  expect(described.secret).toBe(secret)
  const address = new URL(described.address)
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Cold & Co:店長')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Cold & Co',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
