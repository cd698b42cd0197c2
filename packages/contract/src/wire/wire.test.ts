import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { connectionRate } from '../areas/analysis'
import { deviceSeries } from '../areas/devices'
import { addressOf } from '../call'
import { wireId, wireIdOrAll } from './id'
import { localTime, wireDate, zoneOffset } from './instant'

describe('zone offset', () => {
  test.each([
    ['+08:00', 480],
    [' 08:00', 480],
    ['-03:30', -210],
    ['+00:00', 0],
  ])('%j is %d minutes east', (text, minutes) => {
    expect(z.decode(zoneOffset, text)).toBe(minutes)
  })

  test('every offset that is written is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -840, max: 840 }), (minutes) => {
        expect(z.decode(zoneOffset, z.encode(zoneOffset, minutes))).toBe(minutes)
      }),
    )
  })

  test.each(['8', '+8:00', '+15:00', '+08:60', 'Asia/Taipei', ''])('%j is refused', (text) => {
    expect(z.safeDecode(zoneOffset, text).success).toBe(false)
  })
})

describe('times and dates', () => {
  test.each([
    '2026-02-29T00:00:00',
    '2026-13-01T00:00:00',
    '2026-11-21T24:00:00',
    '2026-11-21',
    '2026-11-21T00:00:00Z',
  ])('%s is no local time', (text) => {
    expect(z.safeDecode(localTime, text).success).toBe(false)
  })

  test('the 29th of February exists in leap years', () => {
    expect(z.safeDecode(wireDate, '2028-02-29').success).toBe(true)
    expect(z.safeDecode(wireDate, '2027-02-29').success).toBe(false)
  })

  test('a day may come as a date-time, and is written as a day', () => {
    expect(z.decode(wireDate, '2026-11-22T23:59:59')).toBe('2026-11-22')
    expect(z.encode(wireDate, '2026-11-22')).toBe('2026-11-22')
    for (const text of [
      '2026-11-22T24:00:00',
      '2026-11-22T00:00:00Z',
      '2027-02-29T00:00:00',
      '2026-11-22 ',
    ]) {
      expect(z.safeDecode(wireDate, text).success, text).toBe(false)
    }
  })
})

describe('ids', () => {
  test('a text or a number is read, and texts are written', () => {
    expect(z.decode(wireId<StoreId>(), '412')).toBe(412)
    expect(z.decode(wireId<StoreId>(), 412)).toBe(412)
    expect(z.encode(wireId<StoreId>(), 412 as StoreId)).toBe('412')
  })

  test.each(['0', '', '-1', '1.5', 'abc', '9999999999999999'])('%j is no id', (text) => {
    expect(z.safeDecode(wireId<StoreId>(), text).success).toBe(false)
  })

  test('all, an empty text and nothing mean every store', () => {
    const store = wireIdOrAll<StoreId>()
    expect(['all', '', undefined].map((text) => z.decode(store, text))).toEqual([null, null, null])
    expect(z.decode(store, '7')).toBe(7)
  })
})

describe('address of a call', () => {
  test('query fields carry the names of the specification', () => {
    const query = {
      departmentId: 3 as DepartmentId,
      storeId: null,
      vendor: null,
      start: '2026-11-14T00:00:00',
      end: '2026-11-20T23:59:59',
      timezone: 480,
    }
    expect(addressOf(connectionRate, {}, query)).toBe(
      '/api/v2/iot-connection/detail?depart=3&storeid=all&start=2026-11-14T00%3A00%3A00&end=2026-11-20T23%3A59%3A59&timezone=%2B08%3A00&vendor=all',
    )
  })

  test('path parameters are filled in', () => {
    const query = { points: '1,2', start: 0, end: 60_000, columns: 500 }
    expect(addressOf(deviceSeries, { deviceId: 12 as DeviceId }, query)).toBe(
      '/api/v2/device/12/series?points=1%2C2&start=1970-01-01T00%3A00%3A00.000Z&end=1970-01-01T00%3A01%3A00.000Z&columns=500',
    )
  })
})
