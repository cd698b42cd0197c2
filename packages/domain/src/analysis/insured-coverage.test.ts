import { describe, expect, test } from 'vitest'
import type { DeviceId } from '../ids'
import { localDate } from '../time/local-date'
import { coverageStatus, type InsuredCoverage, isInsuredOn, storeExpiry } from './insured-coverage'

const today = localDate('2026-11-20')
const coverage = (deviceId: number, firstOn: string, lastOn: string): InsuredCoverage => ({
  deviceId: deviceId as DeviceId,
  zone: 'C7',
  firstOn: localDate(firstOn),
  lastOn: localDate(lastOn),
})

describe('an insurance', () => {
  test('that ends on 2026-12-05 has 15 days left on 2026-11-20 and is expiring', () => {
    expect(storeExpiry([coverage(1, '2025-12-06', '2026-12-05')], today)).toEqual({
      insuredDevices: 1,
      lastOn: '2026-12-05',
      daysLeft: 15,
      status: 'expiring',
    })
  })
  test('is active with more than 30 days left, expiring up to its last day, then expired', () => {
    const status = (lastOn: string) => coverageStatus(localDate(lastOn), today)
    expect(status('2026-12-21')).toBe('active')
    expect(status('2026-12-20')).toBe('expiring')
    expect(status('2026-11-20')).toBe('expiring')
    expect(status('2026-11-19')).toBe('expired')
  })
  test('holds on its first and on its last day', () => {
    const week = coverage(1, '2026-11-14', '2026-11-20')
    const held = ['2026-11-13', '2026-11-14', '2026-11-20', '2026-11-21'].map((on) =>
      isInsuredOn(week, localDate(on)),
    )
    expect(held).toEqual([false, true, true, false])
  })
})

describe('a store', () => {
  test('runs out with the first of its devices', () => {
    const coverages = [
      coverage(1, '2026-01-01', '2027-06-30'),
      coverage(2, '2026-01-01', '2026-12-31'),
      coverage(3, '2026-12-01', '2027-11-30'),
    ]
    expect(storeExpiry(coverages, today)).toEqual({
      insuredDevices: 2,
      lastOn: '2026-12-31',
      daysLeft: 41,
      status: 'active',
    })
  })
  test('a renewed device runs out with its renewal, one that was not has expired', () => {
    const renewed = [coverage(1, '2025-11-01', '2026-10-31'), coverage(1, '2026-11-01', '2027-10-31')]
    expect(storeExpiry(renewed, today)).toMatchObject({ insuredDevices: 1, lastOn: '2027-10-31' })
    expect(storeExpiry([...renewed, coverage(2, '2025-11-01', '2026-10-31')], today)).toEqual({
      insuredDevices: 1,
      lastOn: '2026-10-31',
      daysLeft: -20,
      status: 'expired',
    })
  })
  test('without an insured device has no expiry', () => {
    expect(storeExpiry([], today)).toBeNull()
  })
})
