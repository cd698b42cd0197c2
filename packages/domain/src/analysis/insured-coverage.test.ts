import { expect, test } from 'vitest'
import type { DeviceId } from '../ids'
import { localDate } from '../time/local-date'
import { expiryOf, insuranceOfStore, isInsuredOn } from './insured-coverage'

const today = localDate('2026-11-20')

test('an insurance until 2026-12-05 has 15 days left on 2026-11-20 and is expiring', () => {
  expect(expiryOf(localDate('2026-12-05'), today)).toEqual({ daysLeft: 15, status: 'expiring' })
})

test('it is active with more than 30 days left, expiring up to its last day, then expired', () => {
  const on = (lastOn: string) => expiryOf(localDate(lastOn), today)
  expect(on('2026-12-21')).toEqual({ daysLeft: 31, status: 'active' })
  expect(on('2026-12-20')).toEqual({ daysLeft: 30, status: 'expiring' })
  expect(on('2026-11-20')).toEqual({ daysLeft: 0, status: 'expiring' })
  expect(on('2026-11-19')).toEqual({ daysLeft: -1, status: 'expired' })
})

test('with how many days left it is expiring can be chosen', () => {
  expect(expiryOf(localDate('2026-12-20'), today, { expiring: 14 }).status).toBe('active')
  expect(expiryOf(localDate('2026-12-04'), today, { expiring: 14 }).status).toBe('expiring')
})

test('it applies on its first and on its last day', () => {
  const week = { firstOn: localDate('2026-11-14'), lastOn: localDate('2026-11-20') }
  const held = ['2026-11-13', '2026-11-14', '2026-11-20', '2026-11-21'].map((on) =>
    isInsuredOn(week, localDate(on)),
  )
  expect(held).toEqual([false, true, true, false])
})

test('a store expires with the first of its devices, a renewed device with the latest of its coverages', () => {
  const cover = (device: number, firstOn: string, lastOn: string) => ({
    deviceId: device as DeviceId,
    firstOn: localDate(firstOn),
    lastOn: localDate(lastOn),
  })
  // Device 1 was renewed a month before its end and is still one device then; device 2 has a gap in May.
  expect(
    insuranceOfStore([
      cover(1, '2026-12-01', '2027-12-31'),
      cover(1, '2026-01-01', '2026-12-31'),
      cover(2, '2026-01-01', '2026-04-30'),
      cover(2, '2026-06-01', '2027-05-31'),
      cover(3, '2026-05-01', '2026-05-31'),
    ]),
  ).toEqual({
    endsOn: '2026-05-31',
    steps: [
      { fromOn: '2026-01-01', devices: 2 },
      { fromOn: '2027-06-01', devices: 1 },
      { fromOn: '2028-01-01', devices: 0 },
    ],
  })
  expect(
    insuranceOfStore([cover(1, '2026-01-01', '2026-12-31'), cover(2, '2026-03-01', '2026-12-31')])?.steps,
  ).toEqual([
    { fromOn: '2026-01-01', devices: 1 },
    { fromOn: '2026-03-01', devices: 2 },
    { fromOn: '2027-01-01', devices: 0 },
  ])
  expect(insuranceOfStore([])).toBeNull()
})
