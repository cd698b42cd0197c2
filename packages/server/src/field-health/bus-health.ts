import type { DeviceId, PointId, TerminalId } from '@coldkeep/domain/ids'
import type { BusKind } from '@coldkeep/domain/points/point'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import {
  type BusDevice,
  type BusPoint,
  type IntervalRow,
  type StoreFilter,
  selectBusDevices,
  selectBusPoints,
  selectDeviceEvents,
  selectIntervals,
} from './field-health-queries'

const MOST_DEVICES = 200
const LENGTH_MS = days(1)
/** A device that was given up longer ago without a word since has been forgotten, not lost. */
const EVENTS_BACK_MS = days(90)

interface Sums {
  readonly counts: Map<BusKind, number>
  responseMsSum: number
  answered: number
  answeredAt: EpochMs | null
}

/** How the requests of a day went to the devices that are worst off now. */
export async function readBusHealth(db: Db, filter: StoreFilter, now: EpochMs) {
  const from = later(now, -LENGTH_MS)
  const devices = await selectBusDevices(db, filter, MOST_DEVICES)
  const points = groupBy(await selectBusPoints(db, devices), (point) => point.deviceId)
  const intervals = groupBy(await selectIntervals(db, devices, from, now), (row) => row.deviceId)
  const silent = silentSince(await selectDeviceEvents(db, devices, later(now, -EVENTS_BACK_MS)))
  const rows = devices.map((device) => {
    const own = points.get(device.deviceId) ?? []
    const sums = sumOf(intervals.get(device.deviceId) ?? [], own)
    return presentDevice(
      device,
      own,
      sums,
      silent.get(unitKey(device.terminalId, String(device.unitId))) ?? null,
    )
  })
  rows.sort((a, b) => (a.answerRate ?? 101) - (b.answerRate ?? 101))
  return { from, until: now, total: devices[0]?.total ?? 0, devices: rows }
}

function presentDevice(
  device: BusDevice,
  points: readonly BusPoint[],
  { counts, answered, responseMsSum, answeredAt }: Sums,
  silent: EpochMs | null,
) {
  const count = (kind: BusKind) => counts.get(kind) ?? 0
  const requests = count('bus_requests')
  return {
    id: device.deviceId,
    name: device.name,
    unitId: device.unitId,
    store: { id: device.storeId, code: device.storeCode, name: device.storeName, zone: device.zone },
    terminalId: device.terminalId,
    requests,
    answers: count('bus_answers'),
    timeouts: count('bus_timeouts'),
    badFrames: count('bus_bad_frames'),
    exceptions: count('bus_exceptions'),
    overruns: count('bus_overruns'),
    responseMs: answered === 0 ? null : Math.round(responseMsSum / answered),
    answerRate: requests === 0 ? null : Math.round((1_000 * count('bus_answers')) / requests) / 10,
    answeredAt,
    silentSince: silent,
    points: Object.fromEntries(points.map(({ kind, pointId }) => [kind, pointId])) as Partial<
      Record<BusKind, PointId>
    >,
  }
}

function sumOf(intervals: readonly IntervalRow[], points: readonly BusPoint[]): Sums {
  const sums: Sums = { counts: new Map(), responseMsSum: 0, answered: 0, answeredAt: null }
  for (const { at, values } of intervals) {
    const value = (kind: BusKind) => {
      const place = points.find((point) => point.kind === kind)?.place ?? 0
      const stored = values[place - 1] ?? Number.NaN
      return Number.isNaN(stored) ? 0 : stored
    }
    for (const { kind } of points) {
      if (kind !== 'bus_response_ms') sums.counts.set(kind, (sums.counts.get(kind) ?? 0) + value(kind))
    }
    const answered = value('bus_answers') + value('bus_exceptions')
    sums.responseMsSum += answered * value('bus_response_ms')
    sums.answered += answered
    if (answered > 0) sums.answeredAt = at
  }
  return sums
}

function silentSince(events: Awaited<ReturnType<typeof selectDeviceEvents>>): Map<string, EpochMs> {
  return new Map(
    events.flatMap(({ terminalId, unit, state, at }) =>
      state === 'silent' ? [[unitKey(terminalId, unit), at] as const] : [],
    ),
  )
}

function unitKey(terminal: TerminalId, unit: string): string {
  return `${terminal}/${unit}`
}

function groupBy<Row>(rows: readonly Row[], deviceOf: (row: Row) => DeviceId): Map<DeviceId, Row[]> {
  const groups = new Map<DeviceId, Row[]>()
  for (const row of rows) {
    const own = groups.get(deviceOf(row))
    if (own) own.push(row)
    else groups.set(deviceOf(row), [row])
  }
  return groups
}
