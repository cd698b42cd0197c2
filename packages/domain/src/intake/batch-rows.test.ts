import { expect, test } from 'vitest'
import type { DeviceId, PointListId, StoreId, TerminalId } from '../ids'
import type { Scan } from '../points/scan'
import { type EpochMs, epochMs, later, minutes, seconds } from '../time/instant'
import { type ArrivedMessage, batchRows } from './batch-rows'
import { writtenMarks } from './written-marks'

/** Noon in Taipei of 20 November. */
const NOON = epochMs(Date.UTC(2026, 10, 20, 4))
const HOUR_MS = Date.UTC(2026, 10, 20, 4)
const points = {
  storeId: 7 as StoreId,
  zone: 'Asia/Taipei',
  shortestPeriodSeconds: 60,
  longestPeriodSeconds: 300,
  periodSecondsOf: () => 60,
}
const scan = (deviceId: number, value: number, at: EpochMs = NOON): Scan => ({
  ...{ storeId: points.storeId, deviceId: deviceId as DeviceId, pointListId: 1 as PointListId, at },
  ...{ values: Float32Array.of(value), counters: new Float64Array(), quality: null, receivedAt: at },
})
const message = (terminal: string, more: Partial<ArrivedMessage> = {}): ArrivedMessage => ({
  ...{ terminal: terminal as TerminalId, points, at: NOON, scans: [], life: [], problem: null, ...more },
})
const rowsOf = (messages: readonly ArrivedMessage[], now = later(NOON, seconds(30))) =>
  batchRows(messages, now, writtenMarks())

test('scans are in the order of their keys, and of those with the same key the first to arrive counts', () => {
  const batch = rowsOf([
    message('TB-A', { scans: [scan(2, 5), scan(1, 4)] }),
    message('TB-A', { scans: [scan(2, 5)] }),
    message('TB-B', { scans: [scan(1, 9), scan(1, 4, later(NOON, minutes(-1)))] }),
  ])
  expect(batch.scans.map(({ deviceId, at, values }) => [deviceId, at - NOON, values[0]])).toEqual([
    [1, -60_000, 4],
    [1, 0, 4],
    [2, 0, 5],
  ])
  expect(batch.repeats).toBe(2)
  // the same value again is not a conflict, another one is: that of the terminal that came second
  expect([...batch.conflicts.values()]).toEqual([{ storeId: 7, terminal: 'TB-B', count: 1 }])
  expect(batch.ownerOf(scan(1, 4))).toBe('TB-A')
  expect(batch.ownerOf(scan(3, 1))).toBeUndefined()
})

test('two missing values are equal', () => {
  const twice = [scan(1, Number.NaN), scan(1, Number.NaN)]
  expect(rowsOf([message('TB-A', { scans: twice })])).toMatchObject({ repeats: 1, conflicts: new Map() })
})

test('an hour with readings is marked once for its store; a late cycle marks its day to be counted again', () => {
  const both = [message('TB-A', { scans: [scan(1, 4)] }), message('TB-B', { scans: [scan(2, 5)] })]
  const { dueHours, dueDays } = rowsOf(both)
  expect(dueHours).toEqual([{ storeId: 7, hourMs: HOUR_MS }])
  // half a minute after a cycle of one minute nothing was judged yet
  expect(dueDays).toEqual([])
  expect(rowsOf(both, later(NOON, minutes(60))).dueDays).toEqual([{ storeId: 7, on: '2026-11-20' }])
})

test('minutes in which a terminal lived are merged, except those already written', () => {
  const bits = (live: bigint, reported = 0n) => ({ hourMs: HOUR_MS, live, reported })
  const marks = writtenMarks()
  const terminal = 'TB-A' as TerminalId
  marks.committed(
    { life: [{ storeId: points.storeId, terminal, ...bits(0b001n) }], dueHours: [] },
    later(NOON, minutes(5)),
  )
  const messages = [
    message('TB-B', { life: [bits(0b1n)] }),
    message('TB-A', { life: [bits(0b011n)] }),
    message('TB-A', { life: [bits(0b100n)] }),
  ]
  expect(batchRows(messages, later(NOON, minutes(5)), marks).life).toEqual([
    { storeId: 7, terminal: 'TB-A', hourMs: HOUR_MS, live: 0b110n, reported: 0n },
    { storeId: 7, terminal: 'TB-B', hourMs: HOUR_MS, live: 0b1n, reported: 0n },
  ])
})

test('an invalid message is set aside as a whole', () => {
  const wrong = message('TB-A', { at: null, problem: 'E_TIME' })
  expect(rowsOf([message('TB-A'), wrong]).quarantined).toEqual([wrong])
})
