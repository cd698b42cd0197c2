import { describe, expect, test } from 'vitest'
import { isOwnLine, reconnectDelayMs } from './reconnect-delay'

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

  test('is spread as the server asked, once, when the server went away', () => {
    expect(reconnectDelayMs(1, 'server_gone', 60, longest)).toBe(60_000)
    expect(reconnectDelayMs(2, 'server_gone', 60, longest)).toBe(4_000)
    expect(reconnectDelayMs(1, 'server_gone', 0, longest)).toBe(2_000)
  })

  test("is not spread when the store's own line failed", () => {
    expect(reconnectDelayMs(1, 'own_line', 60, longest)).toBe(2_000)
  })
})

test("an unknown name, no route and a silent line are the store's own, a refusing server is not", () => {
  const coded = (code: string) => Object.assign(new Error(code), { code })
  expect(
    ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT'].every((code) =>
      isOwnLine(coded(code)),
    ),
  ).toBe(true)
  expect(isOwnLine(new Error('Keepalive timeout'))).toBe(true)
  expect(isOwnLine(coded('ECONNREFUSED'))).toBe(false)
  expect(isOwnLine(coded('ECONNRESET'))).toBe(false)
})
