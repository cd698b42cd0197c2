import { pino } from 'pino'
import { expect, test } from 'vitest'
import { SilentDevices } from './silent-devices'

const KEY = 'p1/5'

test('two failed cycles change nothing, the third makes the device silent', () => {
  const devices = new SilentDevices(pino({ level: 'silent' }), () => {})
  devices.failed(KEY, 0)
  devices.failed(KEY, 300_000)
  expect(devices.allowance(KEY, 600_000)).toBe('all')
  devices.failed(KEY, 600_000)
  expect(devices.allowance(KEY, 600_001)).toBe('none')
})

test('an answer in between starts the count again', () => {
  const devices = new SilentDevices(pino({ level: 'silent' }), () => {})
  devices.failed(KEY, 0)
  devices.failed(KEY, 1)
  devices.answered(KEY)
  devices.failed(KEY, 2)
  expect(devices.allowance(KEY, 3)).toBe('all')
})

test('a silent device gets one command a minute, whichever script polls it, until it answers', () => {
  const devices = new SilentDevices(pino({ level: 'silent' }), () => {})
  for (const ms of [0, 1_000, 2_000]) devices.failed(KEY, ms)
  expect(devices.allowance(KEY, 61_999)).toBe('none')
  expect(devices.allowance(KEY, 62_000)).toBe('one')
  expect(devices.allowance(KEY, 62_001)).toBe('none')
  devices.failed(KEY, 62_100)
  expect(devices.allowance(KEY, 122_000)).toBe('one')
  devices.answered(KEY)
  expect(devices.allowance(KEY, 122_001)).toBe('all')
})

test('another device is not touched', () => {
  const devices = new SilentDevices(pino({ level: 'silent' }), () => {})
  for (const ms of [0, 1, 2]) devices.failed(KEY, ms)
  expect(devices.allowance('p1/6', 3)).toBe('all')
})
