import { expect, test } from 'vitest'
import type { DeviceId, StoreId, TerminalId } from '../ids'
import { type MutableAliveMinutes, markAliveThrough } from '../points/alive-minutes'
import { epochMs, minutes } from '../time/instant'
import { localDate } from '../time/local-date'
import { type CountedDevice, countWindow, slotWindow } from './count-connection'

// midnight of the store is 16:00 UTC of the day before
const at = (clock: string, day = '2026-11-20') => epochMs(Date.parse(`${day}T${clock}Z`) - minutes(8 * 60))
const ON = localDate('2026-11-20')
const device: CountedDevice = {
  storeId: 1 as StoreId,
  zone: 'Asia/Taipei',
  deviceId: 2 as DeviceId,
  terminalId: 'TB-0001' as TerminalId,
  commissionedAt: epochMs(0),
  removedAt: null,
  periodSeconds: 300,
}
const counted = { storeId: device.storeId, deviceId: device.deviceId, on: ON, ok: 0, okLive: 0 }
const known = (through: string, periodSeconds = 300) => ({
  ...counted,
  deviceLost: 0,
  hostLost: 0,
  excluded: 0,
  periodSeconds,
  through: at(through),
})

test('slots are counted up to two poll periods before now', () => {
  // 12:07:30 less ten minutes is 11:57:30, in the slot that begins at 11:55
  const window = slotWindow(device, ON, null, at('12:07:30'), false)
  expect(window?.period).toEqual({ startAt: at('00:00'), endAt: at('11:55') })
  expect(window?.before).toBeNull()
})

test('counting goes on where it stopped, unless it is to begin again or the period has become longer', () => {
  const now = at('12:07:30')
  expect(slotWindow(device, ON, known('11:50'), now, false)?.period.startAt).toBe(at('11:50'))
  expect(slotWindow(device, ON, known('11:55'), now, false)).toBeNull()
  expect(slotWindow(device, ON, known('11:50'), now, true)?.period.startAt).toBe(at('00:00'))
  const slower = slotWindow({ ...device, periodSeconds: 600 }, ON, known('11:50'), now, false)
  expect(slower).toMatchObject({ periodSeconds: 600, period: { startAt: at('00:00'), endAt: at('11:40') } })
})

test('a device that does not exist on the day has nothing to count', () => {
  const now = at('12:07:30')
  expect(
    slotWindow({ ...device, commissionedAt: at('00:00', '2026-11-21') }, ON, null, now, false),
  ).toBeNull()
  expect(slotWindow({ ...device, removedAt: at('00:00') }, ON, null, now, false)).toBeNull()
})

test('slots of a window are added to those already counted', () => {
  const window = slotWindow(device, ON, known('11:40'), at('12:07:30'), false)
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, { startAt: at('11:40'), endAt: at('11:50') })
  // 11:40 with a sample at once, 11:45 without one while the terminal lived, 11:50 without either
  const samples = [{ atMs: [at('11:41')], receivedMs: [at('11:41')] }]
  expect(window && countWindow({ ...window, before: { ...known('11:40'), ok: 3 } }, samples, alive)).toEqual({
    ...counted,
    ok: 4,
    okLive: 1,
    deviceLost: 1,
    hostLost: 1,
    excluded: 0,
    periodSeconds: 300,
    through: at('11:55'),
  })
})

test('a sample that comes late counts, and one that comes a day late does not', () => {
  const window = slotWindow(device, ON, known('11:50'), at('12:07:30'), false)
  const come = (receivedAt: number) =>
    window && countWindow(window, [{ atMs: [at('11:51')], receivedMs: [receivedAt] }], new Map())
  expect(come(at('12:05'))).toMatchObject({ ok: 1, okLive: 1 })
  expect(come(at('12:06'))).toMatchObject({ ok: 1, okLive: 0 })
  expect(come(at('11:56', '2026-11-21'))).toMatchObject({ ok: 0, okLive: 0, hostLost: 1 })
})
