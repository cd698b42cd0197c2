import { calls } from '@coldkeep/contract/calls'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bodyLimitOf } from './body-limit'

const limitOf = (body: z.ZodMiniType, maxBodyBytes: number | null = null) =>
  bodyLimitOf({ body, maxBodyBytes })
const text = (longest: number) => z.string().check(z.maxLength(longest))

test('a call takes what it says', () => {
  expect(limitOf(z.object({}), 7_000_000)).toBe(7_000_000)
})

test('a small body is taken up to 16 KB, one without an end up to a mebibyte', () => {
  expect(limitOf(z.object({}))).toBe(16_384)
  expect(limitOf(z.object({ name: text(80), kind: z.enum(['a', 'b']), on: z.boolean() }))).toBe(16_384)
  expect(limitOf(z.object({ name: z.string() }))).toBe(1_048_576)
  expect(limitOf(z.object({ named: z.record(text(5), z.int()) }))).toBe(1_048_576)
})

test('else as its schema can be written, each sign as six bytes and as much in blanks', () => {
  // {"names":[ 100 texts of 2 + 6·50 bytes and a comma ]} is 10 + 2 + 30,300 bytes, twice: 59.2 KB
  expect(limitOf(z.object({ names: z.array(text(50)).check(z.maxLength(100)) }))).toBe(60 * 1024)
})

test('a pair of tokens or a password is never a mebibyte', () => {
  for (const call of [
    calls.renewSignIn,
    calls.changePassword,
    calls.beginSecondFactor,
    calls.forgetPassword,
  ]) {
    expect(bodyLimitOf(call)).toBe(16_384)
  }
})
