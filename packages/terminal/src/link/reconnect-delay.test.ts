import { describe, expect, test } from 'vitest'
import { causeOfLoss, reconnectDelayMs } from './reconnect-delay'

const longest = () => 1
const half = () => 0.5

describe('the wait before the next attempt', () => {
  test('is anything up to 2, 4, 8 … 120 s', () => {
    const bounds = [1, 2, 3, 4, 5, 6, 7, 8, 30].map((attempt) =>
      reconnectDelayMs(attempt, 'no_connection', 60, longest),
    )
    expect(bounds).toEqual([2, 4, 8, 16, 32, 64, 120, 120, 120].map((seconds) => 1_000 * seconds))
    expect(reconnectDelayMs(3, 'no_connection', 60, half)).toBe(4_000)
    expect(reconnectDelayMs(3, 'no_connection', 60, () => 0)).toBe(0)
  })

  test('is spread as the server requested, once, when the server went offline', () => {
    expect(reconnectDelayMs(1, 'server_gone', 60, longest)).toBe(60_000)
    expect(reconnectDelayMs(2, 'server_gone', 60, longest)).toBe(4_000)
    expect(reconnectDelayMs(1, 'server_gone', 0, longest)).toBe(2_000)
  })

  test("is not spread when the store's own line failed", () => {
    expect(reconnectDelayMs(1, 'own_line', 60, longest)).toBe(2_000)
  })
})

describe('a lost connection', () => {
  test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT'])(
    "is the store's own line after %s",
    (code) => expect(causeOfLoss(true, Object.assign(new Error(code), { code }))).toBe('own_line'),
  )

  test("is the store's own line when nothing comes back any more", () => {
    expect(causeOfLoss(true, new Error('Keepalive timeout'))).toBe('own_line')
  })

  test('is the server gone when it hung up or refuses', () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    expect([causeOfLoss(true, null), causeOfLoss(true, refused)]).toEqual(['server_gone', 'server_gone'])
    expect(causeOfLoss(false, refused)).toBe('no_connection')
  })
})
