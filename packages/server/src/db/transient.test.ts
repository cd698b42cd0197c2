import { expect, test } from 'vitest'
import { isTransient, retryTransient } from './transient'

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

test('what fails in passing is repeated with growing waits', async () => {
  const waits: number[] = []
  let runs = 0
  const run = async () => {
    runs++
    if (runs < 4) throw failure('40001')
    return 'stored'
  }
  const wait = async (ms: number) => void waits.push(ms)
  expect(await retryTransient(run, { attempts: 5, random: () => 0.5, wait })).toBe('stored')
  // three quarters of 50, 100 and 200 ms
  expect(waits).toEqual([38, 75, 150])
})

test('after the last attempt its error is told, and what does not pass is not repeated', async () => {
  const runsOf = async (code: string) => {
    let runs = 0
    const run = async () => {
      runs++
      throw failure(code)
    }
    const patience = { attempts: 3, random: () => 0, wait: async () => {} }
    await expect(retryTransient(run, patience)).rejects.toMatchObject({ code })
    return runs
  }
  expect(await runsOf('08006')).toBe(3)
  expect(await runsOf('23505')).toBe(1)
})
