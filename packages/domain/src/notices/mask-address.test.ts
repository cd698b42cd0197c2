import { expect, test } from 'vitest'
import { maskedAddress } from './mask-address'

test.each([
  ['webhook', 'https://hooks.example/services/T00/B00/secret?token=abc', 'https://hooks.example/…'],
  ['webhook', 'http://desk.lan:8080/', 'http://desk.lan:8080/…'],
  ['webhook', 'no address', '…'],
  ['email', 'nora.berg@shop.example', 'n…@shop.example'],
  ['email', '@shop.example', '…'],
  ['sms', '+886912345678', '…678'],
  ['sms', '110', '…'],
  ['line', 'U4af4980629', '…'],
  ['webhook', '', ''],
] as const)('of the %s address %j others read %j', (channel, address, masked) => {
  expect(maskedAddress(channel, address)).toBe(masked)
})
