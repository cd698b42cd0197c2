import { expect, test } from 'vitest'
import { parseBasic } from './basic-credentials'

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text).toString('base64')}`

test('account and password are UTF-8, and a password may hold colons', () => {
  expect(parseBasic(basic('店長:冷やす:100%'))).toEqual({ login: '店長', password: '冷やす:100%' })
})

test('the same letters typed on different keyboards are the same password', () => {
  expect(parseBasic(basic('ka:cafe\u0301'))).toEqual(parseBasic(basic('ka:caf\u00e9')))
})

test.each([
  ['nothing', undefined],
  ['another scheme', 'Bearer abc'],
  ['no base64', 'Basic ***'],
  ['no colon', basic('account')],
  ['no account', basic(':password')],
  ['no UTF-8', basic(Uint8Array.of(0x61, 0x3a, 0xff))],
  ['a zero character', basic('a\0b:c')],
])('%s holds no credentials', (_, header) => {
  expect(parseBasic(header)).toBeNull()
})
