import type { DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import type { DayConnection, DeviceConnection } from '../shown-connection-queries'
import { presentConnectionRate } from './connection-rate'

const day = localDate('2026-11-18')
const words = { language: 'en', translate: createTranslator('en') } as const

/** One device of a store with so many of 100 slots answered; polled every 150 s. */
function device(store: number, ok: number): DeviceConnection {
  return {
    storeId: store as StoreId,
    store: {
      storeId: store as StoreId,
      code: `S${store}`,
      name: `Store ${store}`,
      departmentId: 1 as DepartmentId,
      zone: 'Asia/Taipei',
    },
    deviceId: store as DeviceId,
    deviceName: 'Freezer',
    ok,
    deviceLost: 100 - ok,
    hostLost: 0,
    deviceLostMinutes: (100 - ok) * 2.5,
    hostLostMinutes: 0,
  }
}

function present(byDevice: readonly DeviceConnection[], byDay: readonly DayConnection[] = []) {
  const byStore = byDevice.map(({ store, ...slots }) => ({ ...slots, name: store.name }))
  const extent = { shown: byStore.length, total: byStore.length }
  return presentConnectionRate(
    {
      ...{ first: day, last: day, isOneStore: false, byStore, byDevice, extent, byDay },
      ...{ now: epochMs(9_999), classes: { good: 98, fair: 90 } },
    },
    words,
  )
}

test('of many stores the sixty lowest are drawn, the lowest first, and the chart says so', () => {
  // Store 1 has 100 %, store 2 99 %, … store 70 has 31 %.
  const { charts, table } = present(Array.from({ length: 70 }, (_, index) => device(index + 1, 100 - index)))
  const [chart] = charts
  expect(chart?.name).toBe('Connection rate by store: the 60 lowest of 70')
  expect(chart?.data).toHaveLength(60)
  expect(chart?.data[0]).toEqual({ label: 'Store 70', values: [31], drill: { storeId: '70' } })
  expect(chart?.data.at(-1)?.label).toBe('Store 11')
  expect(table.data).toHaveLength(70)
})

test('sixty stores are all drawn, in the order of their names', () => {
  const { charts } = present(Array.from({ length: 60 }, (_, index) => device(index + 1, 100 - index)))
  expect(charts[0]?.name).toBe('Connection rate by store')
  expect(charts[0]?.data[0]?.label).toBe('Store 1')
})

test('minutes are whole; half a minute counts up', () => {
  expect(present([device(1, 99)]).table.data[0]?.value.at(-1)).toBe(3)
})

test('a device of which nothing was expected has no rate', () => {
  const idle = { ...device(1, 0), deviceLost: 0, deviceLostMinutes: 0 }
  expect(present([idle]).table.data[0]?.value).toEqual(['Store 1', 'Freezer', 0, 0, null, null, 0, 0])
})

test('rows stand in the order in which people count', () => {
  const stores = present([device(10, 50), device(9, 50), device(2, 50)]).table.data.map((row) => row.value[0])
  expect(stores).toEqual(['Store 2', 'Store 9', 'Store 10'])
})

test('figures are as new as the newest of them', () => {
  const onDay = (on: string, computedAt: number): DayConnection => ({
    ...device(1, 50),
    on: localDate(on),
    computedAt: epochMs(computedAt),
  })
  const byDay = [onDay('2026-11-17', 2000), onDay('2026-11-18', 1000)]
  expect(present([device(1, 50)], byDay).computedAt).toBe('1970-01-01T00:00:02.000Z')
  expect(present([]).computedAt).toBe('1970-01-01T00:00:09.999Z')
})
