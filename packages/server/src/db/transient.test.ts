import { expect, test } from 'vitest'
import { isTransient } from './transient'

const failure = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each(['08006', '58030', '40001', '40P01', '57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED'])(
  '%s passes by itself',
  (code) => {
    expect(isTransient(failure(code))).toBe(true)
  },
)

test.each(['23505', '23503', '0A000', '42P01', '57014', '25P02', 'ENOENT'])('%s stays', (code) => {
  expect(isTransient(failure(code))).toBe(false)
})

test('an internal error passes only when it tells of a lost machine', () => {
  expect(isTransient(failure('XX000', 'failure on connection marked as essential: worker-1:5432'))).toBe(true)
  expect(isTransient(failure('XX000', 'server closed the connection unexpectedly'))).toBe(true)
  expect(isTransient(failure('XX000', 'cache lookup failed for relation 5'))).toBe(false)
})

test('a connection that the client lost passes, a bug does not', () => {
  expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isTransient(new TypeError('rows is undefined'))).toBe(false)
  expect(isTransient('08006')).toBe(false)
})
