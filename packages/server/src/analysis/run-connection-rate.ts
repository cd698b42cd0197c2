import {
  COUNTING_LAG_MS,
  type ConnectionDayCounts,
  countWindow,
  type SampleTimes,
  type SlotWindow,
  slotWindow,
} from '@coldkeep/domain/analysis/count-connection'
import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { AliveMinutes, MutableAliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { addDays, compareDates, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../db/connect'
import { refreshAreaDays } from '../organisation/area-days'
import { type LifeOfHour, selectLife } from '../storage/life-queries'
import { ALWAYS_SCANS_MS, wholeHours } from '../storage/read-samples'
import {
  type SampleTimesRow,
  type StorePeriod,
  selectBusPoints,
  selectPackedSamples,
  selectSampleTimes,
} from '../storage/sample-queries'
import { packedSamples, readSampleTimes } from '../storage/sample-times'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import {
  CONNECTION_RATE,
  selectConnectionDays,
  selectCountedDevices,
  upsertConnectionDays,
} from './connection-day-queries'
import { daysByStore, deleteDueDays, dueDays, selectDueDays } from './due-day-queries'

const MARKS_PER_RUN = 200
const countedStores: RoundWork<StoreId> = { round: 'connection_rate', nameOf: String }
const recountedDays = dueDays('recounted_days')

/**
 * Continues the count of these stores, from where their days end to what can be judged now. Reads only what
 * is new since then, so that a store costs the same at midnight as at noon.
 * @returns rows written
 */
export async function advanceConnectionRate(
  db: Db,
  aside: SetAside,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<number> {
  let written = 0
  await aside.work(countedStores, storeIds, now, async (some) => {
    written += await countOn(db, some, now)
  })
  await refreshAreaDays(db)
  return written
}

async function countOn(db: Db, storeIds: readonly StoreId[], now: EpochMs): Promise<number> {
  const asOf = later(now, -COUNTING_LAG_MS)
  const devices = await selectCountedDevices(db, storeIds)
  const today = (zone: string) => localDateOf(zone, asOf)
  const todays = [...new Set(devices.map((device) => device.zone))].map(today).sort(compareDates)
  const [first, last] = [todays[0], todays.at(-1)]
  if (first === undefined || last === undefined) return 0
  const known = byDeviceAndDay(await selectConnectionDays(db, storeIds, addDays(first, -1), last))
  const windows = devices.flatMap((device) =>
    [addDays(today(device.zone), -1), today(device.zone)].flatMap((on) => {
      const row = known.get(`${device.deviceId}/${on}`) ?? null
      return slotWindow(device, on, row, asOf, false) ?? []
    }),
  )
  const rows = await countWindows(db, windows)
  await db.transaction().execute((trx) => upsertConnectionDays(trx, rows, now))
  return rows.length
}

/**
 * Counts days again that got late readings, from their start. Repeated it changes nothing.
 * @returns how many marks were worked off
 */
export async function recountDueDays(
  db: Db,
  aside: SetAside,
  now: EpochMs,
  limit = MARKS_PER_RUN,
): Promise<number> {
  const due = await selectDueDays(db, CONNECTION_RATE, now, limit, aside.waiting(recountedDays, now))
  let done = 0
  for (const [storeId, days] of daysByStore(due)) {
    await aside.work(recountedDays, days, now, async (some) => {
      done += await db.transaction().execute(async (trx) => {
        // first the marks: a reading that is being stored now is either seen below or marks its day again
        const marked = some.map(({ on }) => on)
        const taken = await deleteDueDays(trx, CONNECTION_RATE, storeId, marked)
        await upsertConnectionDays(trx, await countDays(trx, storeId, taken, now), now)
        return some.length
      })
    })
  }
  await refreshAreaDays(db)
  return done
}

/** Counts whole days of a store from their start. */
export async function countDays(
  db: Db,
  storeId: StoreId,
  days: readonly LocalDate[],
  now: EpochMs,
): Promise<ConnectionDayCounts[]> {
  const asOf = later(now, -COUNTING_LAG_MS)
  const devices = await selectCountedDevices(db, [storeId])
  const rows: ConnectionDayCounts[] = []
  for (const on of days) {
    const known = byDeviceAndDay(await selectConnectionDays(db, [storeId], on, on))
    const windows = devices.flatMap((device) => {
      const row = known.get(`${device.deviceId}/${on}`) ?? null
      return slotWindow(device, on, row, asOf, true) ?? []
    })
    const oldest = Math.min(...windows.map((window) => window.period.startAt))
    rows.push(...(await countWindows(db, windows, oldest < now - ALWAYS_SCANS_MS)))
  }
  return rows
}

async function countWindows(
  db: Db,
  windows: readonly SlotWindow[],
  withPacked = false,
): Promise<ConnectionDayCounts[]> {
  if (windows.length === 0) return []
  const periods = storePeriods(windows)
  const samples = samplesByDevice(await selectSampleTimes(db, periods))
  if (withPacked) {
    for (const period of periods) {
      const busPoints = await selectBusPoints(db, [period.storeId])
      const hoursOfStore = { ...wholeHours(period), storeIds: [period.storeId] }
      const packed = packedSamples(await selectPackedSamples(db, hoursOfStore), busPoints)
      for (const [deviceId, times] of packed) {
        const scanned = samples.get(deviceId) ?? []
        samples.set(deviceId, [...scanned, withoutScanned([...times.keys()], scanned)])
      }
    }
  }
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  const stores = periods.map((period) => period.storeId)
  const life = aliveByTerminal(await selectLife(db, stores, from, to))
  return windows.map((window) => {
    const alive = life.get(terminalKey(window.device)) ?? NO_LIFE
    return countWindow(window, samples.get(window.device.deviceId) ?? [], alive)
  })
}

/** A scan holds its time of arrival. Its packed copy does not, and counts as having come in time. */
function withoutScanned(packed: readonly number[], scanned: readonly SampleTimes[]): SampleTimes {
  const known = new Set(scanned.flatMap((times) => times.atMs))
  const atMs = packed.filter((at) => !known.has(at))
  return { atMs, receivedMs: atMs }
}

const NO_LIFE: AliveMinutes = new Map()

/** One stretch per store that holds all its windows. A slot that begins in a day may end after it. */
function storePeriods(windows: readonly SlotWindow[]): StorePeriod[] {
  const periods = new Map<StoreId, { storeId: StoreId; from: number; to: number }>()
  for (const { device, period, through } of windows) {
    const known = periods.get(device.storeId)
    const to = Math.max(period.endAt, through)
    if (!known) {
      periods.set(device.storeId, { storeId: device.storeId, from: period.startAt, to })
    } else {
      known.from = Math.min(known.from, period.startAt)
      known.to = Math.max(known.to, to)
    }
  }
  return [...periods.values()]
}

function samplesByDevice(rows: readonly SampleTimesRow[]): Map<DeviceId, SampleTimes[]> {
  const devices = new Map<DeviceId, SampleTimes[]>()
  for (const row of rows) {
    devices.set(row.deviceId, [...(devices.get(row.deviceId) ?? []), readSampleTimes(row)])
  }
  return devices
}

function aliveByTerminal(rows: readonly LifeOfHour[]): Map<string, AliveMinutes> {
  const terminals = new Map<string, MutableAliveMinutes>()
  for (const row of rows) {
    const key = terminalKey(row)
    const alive = terminals.get(key) ?? new Map()
    alive.set(row.hour, BigInt(row.alive))
    terminals.set(key, alive)
  }
  return terminals
}

function terminalKey({ storeId, terminalId }: { storeId: StoreId; terminalId: TerminalId }): string {
  return `${storeId}/${terminalId}`
}

function byDeviceAndDay(rows: readonly ConnectionDayCounts[]): Map<string, ConnectionDayCounts> {
  return new Map(rows.map((row) => [`${row.deviceId}/${row.on}`, row]))
}
