import type { FieldCourse, FieldHour } from '@coldkeep/domain/firmware/field-measures'
import {
  type DeviceSamples,
  hasLived,
  measureField,
  type TerminalRecord,
} from '@coldkeep/domain/firmware/measure-field'
import type { SharedHours } from '@coldkeep/domain/firmware/shared-hours'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId, TerminalId, VendorId } from '@coldkeep/domain/ids'
import type { AliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { mergePeriods, type Period } from '@coldkeep/domain/time/period'
import type { Db } from '../db/connect'
import { storeApart } from '../db/store-apart'
import { type LifeOfHour, selectLife, selectListening } from '../storage/life-queries'
import { readSamples } from '../storage/read-samples'
import type { StorePeriod } from '../storage/sample-queries'
import { type PolledDeviceRow, selectPolledDevices, selectStarts } from './field-queries'

interface FieldTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly hardware: string
  readonly vendorId: VendorId | null
}

type Hours = SharedHours<FieldTerminal, FieldTerminal>

/** A terminal in the hours of one group. */
interface Place {
  readonly terminal: FieldTerminal
  readonly isUpdated: boolean
  readonly hour: number
  readonly before: Period
  readonly after: Period
  readonly history: readonly Period[]
}

/** Stores that are read at once: few, since the embedded database takes no readings in between. */
const STORES_PER_STEP = 25
const DAYS_OF_HISTORY = 7
const FOREVER = epochMs(Number.MAX_SAFE_INTEGER)
const NO_SAMPLES: DeviceSamples = { atMs: [], receivedMs: [], rows: [] }
const NO_MINUTES: AliveMinutes = new Map()

/**
 * How terminals did in the hours that they share, linear in their readings of these. One that gave no sign before is left
 * out, as is one of a store whose packed readings are damaged: the analyses name those.
 * @param withHistory with the hour after on the seven days before
 * @throws where nothing at all could be read
 */
export async function readCourses(
  db: Db,
  groups: readonly Hours[],
  withHistory: boolean,
  now: EpochMs,
): Promise<FieldCourse[]> {
  const places = groups.flatMap((hours, index) => placesOf(hours, index, withHistory))
  const stores = [...groupBy(places, ({ terminal }) => terminal.storeId).values()]
  const listening = await listeningIn(db, places)
  const courses: FieldCourse[] = []
  for (let start = 0; start < stores.length; start += STORES_PER_STEP) {
    const some = stores.slice(start, start + STORES_PER_STEP)
    const unreadable = await storeApart(some, async (own) => {
      courses.push(...(await coursesOf(db, own.flat(), listening, now)))
    })
    if (unreadable.length === some.length) throw unreadable[0]?.error
  }
  return courses
}

function placesOf({ before, after, updated, others }: Hours, hour: number, withHistory: boolean): Place[] {
  const history = Array.from({ length: withHistory ? DAYS_OF_HISTORY : 0 }, (_, day) => ({
    startAt: later(after.startAt, -days(day + 1)),
    endAt: later(after.endAt, -days(day + 1)),
  }))
  const placeOf = (isUpdated: boolean) => (terminal: FieldTerminal) => ({
    ...{ terminal, isUpdated, hour, before, after, history },
  })
  return [...updated.map(placeOf(true)), ...others.map(placeOf(false))]
}

async function coursesOf(
  db: Db,
  places: readonly Place[],
  listening: AliveMinutes,
  now: EpochMs,
): Promise<FieldCourse[]> {
  const recordOf = await readRecords(db, places, now)
  return places.flatMap(({ terminal, isUpdated, hour, before, after, history }) => {
    const record = recordOf(terminal)
    if (!hasLived(record, before)) return []
    const measured = (period: Period): FieldHour => measureField(record, period, listening, now)
    const { hardware, vendorId } = terminal
    return {
      ...{ isUpdated, hardware, vendorId, hour },
      before: measured(before),
      after: measured(after),
      history: history.filter((period) => hasLived(record, period)).map(measured),
    }
  })
}

async function readRecords(
  db: Db,
  places: readonly Place[],
  now: EpochMs,
): Promise<(terminal: FieldTerminal) => TerminalRecord> {
  const periods = storePeriods(places)
  const storeIds = [...new Set(periods.map(({ storeId }) => storeId))]
  const from = Math.min(...periods.map((period) => period.from))
  const to = Math.max(...periods.map((period) => period.to))
  const samples = await readSamples(db, periods, now)
  const devices = groupBy(await selectPolledDevices(db, storeIds), keyOf)
  const life = groupBy(await selectLife(db, storeIds, from, to), keyOf)
  const starts = groupBy(await selectStarts(db, storeIds, from, to), keyOf)
  return (terminal) => {
    const key = keyOf(terminal)
    return {
      devices: (devices.get(key) ?? []).map((device) => polledDevice(device, samples)),
      live: minutesOf(life.get(key), ({ live }) => live),
      alive: minutesOf(life.get(key), ({ alive }) => alive),
      startsMs: (starts.get(key) ?? []).map(({ at }) => at),
    }
  }
}

function polledDevice(
  { deviceId, model, periodSeconds, commissionedAt, removedAt }: PolledDeviceRow,
  samples: ReadonlyMap<DeviceId, DeviceSamples>,
) {
  const excluded: Period[] = [{ startAt: epochMs(0), endAt: commissionedAt }]
  if (removedAt !== null) excluded.push({ startAt: removedAt, endAt: FOREVER })
  return { model, periodSeconds, excluded, samples: samples.get(deviceId) ?? NO_SAMPLES }
}

function minutesOf(
  rows: readonly LifeOfHour[] | undefined,
  bitsOf: (row: LifeOfHour) => string,
): AliveMinutes {
  return rows === undefined ? NO_MINUTES : new Map(rows.map((row) => [row.hour, BigInt(bitsOf(row))]))
}

async function listeningIn(db: Db, places: readonly Place[]): Promise<AliveMinutes> {
  const periods = places.flatMap(periodsOf)
  const from = periods.reduce((first, { startAt }) => Math.min(first, startAt), FOREVER as number)
  const to = periods.reduce((last, { endAt }) => Math.max(last, endAt), 0)
  return from < to ? selectListening(db, from, to) : NO_MINUTES
}

/** What is to be read of each store, without overlaps. */
function storePeriods(places: readonly Place[]): StorePeriod[] {
  return [...groupBy(places, ({ terminal }) => terminal.storeId)].flatMap(([storeId, own]) =>
    mergePeriods(own.flatMap(periodsOf)).map(({ startAt, endAt }) => ({ storeId, from: startAt, to: endAt })),
  )
}

function periodsOf({ before, after, history }: Place): readonly Period[] {
  return [before, after, ...history]
}

function keyOf({ storeId, terminalId }: Pick<FieldTerminal, 'storeId' | 'terminalId'>): string {
  return `${storeId} ${terminalId}`
}
