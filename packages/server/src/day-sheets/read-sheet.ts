import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { type AssuredDevice, assuredDevices } from '@coldkeep/domain/analysis/assured-devices'
import { LEAD_MS, limitsOnDay, type StoreDay } from '@coldkeep/domain/analysis/store-day'
import type { BreachState } from '@coldkeep/domain/corrections/breach-state'
import {
  type EntryMark,
  type MarkedEntry,
  markEntries,
  type SensorRange,
  sheetMarks,
} from '@coldkeep/domain/day-sheet/entry-marks'
import { DAYS_OF_MARKS } from '@coldkeep/domain/day-sheet/hand-check'
import { dayMinutes, minutesSoFar } from '@coldkeep/domain/day-sheet/minutes-of-day'
import { sensorRange } from '@coldkeep/domain/day-sheet/sensor-range'
import type { BreachId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import type { Scope } from '../access/scope'
import { type ShownAlarm, selectAlarmsDuring } from '../alarms/shown-alarm-queries'
import { readStoreDays } from '../analysis/read-store-days'
import { judgedUpTo } from '../analysis/run-store-days'
import { type InsuredCoverage, selectCoverages } from '../analysis/temperature-day-queries'
import { selectBreachStates, selectOpenBreachesOfDay } from '../corrections/breach-queries'
import type { Db } from '../db/connect'
import { readingsKeptFrom } from '../storage/retention'
import { type HandCheckRow, selectHandChecks } from './check-queries'
import {
  contentOf,
  type SheetAlarm,
  type SheetCheck,
  type SheetContent,
  type SheetRow,
} from './sheet-content'
import { type SignedRow, selectKeptFigures, selectSheetDevices, selectSignedOf } from './sheet-queries'

export interface SheetStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly zone: string
}

/** What was signed of a day. */
export interface SignedSheet {
  readonly row: SignedRow
  readonly content: SheetContent
  /** Of its breaches, by now. */
  readonly breachStates: ReadonlyMap<BreachId, BreachState>
}

/** A day of a store, read once, of which sheets up to several instants are made. */
export interface ReadSheet {
  readonly on: LocalDate
  /** Up to here readings are counted now. */
  readonly until: EpochMs
  /** False: they are gone by now, and what was judged of them stands in. */
  readonly areReadingsKept: boolean
  /** Of the equipment that the reader may see, removed ones included. */
  readonly names: ReadonlyMap<DeviceId, string>
  /** `null`: it is not signed. */
  readonly signed: SignedSheet | null
  /** The sheet as it stands with what is known now, counted up to an instant of the day. */
  contentUntil(until: EpochMs): SheetContent
}

/**
 * Reads the readings of days of one store, whatever their age, as the analysis of the day does, and what people entered.
 * @param dates neighbours, in order; the memory for their readings is taken at once
 */
export async function readSheets(
  db: Db,
  scope: Scope,
  store: SheetStore,
  dates: readonly LocalDate[],
  now: EpochMs,
): Promise<ReadSheet[]> {
  const { storeId } = store
  const days = await readStoreDays(db, [{ storeId, days: dates }], judgedUpTo(now))
  const [earliest, latest] = [days[0], days.at(-1)]
  if (earliest === undefined || latest === undefined) return []
  const [first, last] = [earliest.on, latest.on]
  const devices = await selectSheetDevices(db, scope, storeId)
  const coverages = await selectCoverages(db, [storeId], first, last)
  const kept = await selectKeptFigures(db, storeId, first, last)
  const entries = await selectHandChecks(db, scope, storeId, addDays(first, 1 - DAYS_OF_MARKS), last)
  const span = { startAt: earliest.period.startAt, endAt: latest.period.endAt }
  const alarms = await selectAlarmsDuring(db, scope, storeId, span)
  const breaches = await selectOpenBreachesOfDay(db, scope, storeId, span)
  const signed = await readSigned(db, storeId, first, last)
  const keptFrom = readingsKeptFrom(now)
  const names = new Map(devices.map(({ deviceId, name }) => [deviceId, name]))
  return days.map((day): ReadSheet => {
    const { on, period } = day
    const own = entries.filter((entry) => entry.on === on)
    const before = entries.filter((entry) => entry.on < on && entry.on > addDays(on, -DAYS_OF_MARKS))
    const signedSheet = signed.get(on) ?? null
    const areReadingsKept = period.startAt - LEAD_MS >= keptFrom
    const marks = marksOf(own, before, {
      sensorOf: areReadingsKept ? (entry) => sensorAt(day, entry) : () => null,
      signed: areReadingsKept ? null : (signedSheet?.content ?? null),
    })
    const known = { devices, coverages, areReadingsKept, kept: kept.filter((one) => one.on === on) }
    return {
      on,
      until: epochMs(Math.max(period.startAt, day.until)),
      areReadingsKept,
      names,
      signed: signedSheet,
      contentUntil(until) {
        const soFar = { ...day, until }
        return {
          version: 1,
          store: { code: store.code, name: store.name, timeZone: store.zone },
          on,
          until,
          minutes: minutesSoFar({ startAt: period.startAt, endAt: until }),
          rows: rowsOf(soFar, known),
          checks: own.map((entry) => checkOf(entry, marks.byEntry.get(entry.handCheckId) ?? [])),
          alarms: alarms
            .filter((alarm) => isOfDay(alarm, { startAt: period.startAt, endAt: until }))
            .map((alarm) => alarmOf(alarm, until)),
          breaches: breaches
            .filter(({ startedAt }) => startedAt < until)
            .map(({ breachId, deviceId, startedAt }) => ({ breachId, deviceId, startedAt })),
          marks: marks.ofSheet,
          without: [...scope.hidden].sort(),
        }
      },
    }
  })
}

/** What was signed of days, with what became of its breaches. */
async function readSigned(
  db: Db,
  storeId: StoreId,
  first: LocalDate,
  last: LocalDate,
): Promise<Map<LocalDate, SignedSheet>> {
  const rows = await selectSignedOf(db, storeId, first, last)
  const sheets = rows.map((row) => ({ row, content: contentOf(row.content) }))
  const breachIds = sheets.flatMap(({ content }) => content.breaches.map(({ breachId }) => breachId))
  const breachStates = await selectBreachStates(db, storeId, breachIds)
  return new Map(sheets.map((sheet) => [sheet.row.on, { ...sheet, breachStates }]))
}

const isWarning: ReadonlySet<string> = new Set(warningKinds)

/** True for one that was active at some time of the day so far. Early warnings are no alarms of a sheet. */
function isOfDay(
  { branch, startedAt, clearedAt }: Pick<ShownAlarm, 'branch' | 'startedAt' | 'clearedAt'>,
  { startAt, endAt }: Period,
): boolean {
  return !isWarning.has(branch) && startedAt < endAt && (clearedAt === null || clearedAt >= startAt)
}

type KeptFigures = Awaited<ReturnType<typeof selectKeptFigures>>[number]

interface KnownOfDay {
  readonly devices: readonly { readonly deviceId: DeviceId; readonly name: string }[]
  readonly coverages: readonly InsuredCoverage[]
  readonly areReadingsKept: boolean
  readonly kept: readonly KeptFigures[]
}

/** Equipment that keeps food and was there on the day, also where nothing is known of it. */
function rowsOf(day: StoreDay, { devices, coverages, areReadingsKept, kept }: KnownOfDay): SheetRow[] {
  const assured = new Map(assuredDevices(day, coverages).map((one) => [one.deviceId, one]))
  const soFar = { startAt: day.period.startAt, endAt: day.until }
  const isOver = day.until >= day.period.endAt
  return devices.flatMap(({ deviceId, name }): SheetRow[] => {
    const device = day.devices.find((one) => one.deviceId === deviceId)
    const measured = assured.get(deviceId)
    const zone = measured?.zone ?? device?.zone ?? null
    if (device === undefined || zone === null || !wasThere(device, soFar)) return []
    const limits = limitsOnDay(day, zone)
    const readings = day.readings.get(deviceId)
    const judged = isOver ? kept.find((one) => one.deviceId === deviceId) : undefined
    const figures = (areReadingsKept && isMeasured(measured) ? measured : judged) ?? measured ?? NOTHING
    return [
      {
        deviceId,
        name,
        zone,
        measuredBy: readings?.has('product_temperature')
          ? 'food'
          : readings?.has('air_temperature')
            ? 'air'
            : null,
        lowC: limits.insuredLowC,
        highC: limits.insuredHighC,
        ...dayMinutes(soFar, figures),
        lowestC: rounded(figures.lowestC),
        highestC: rounded(figures.highestC),
      },
    ]
  })
}

function isMeasured(measured: AssuredDevice | undefined): boolean {
  return measured !== undefined && measured.coveredMinutes > 0
}

const NOTHING = { coveredMinutes: 0, excursionMinutes: 0, lowestC: null, highestC: null }

function wasThere(
  { commissionedAt, removedAt }: StoreDay['devices'][number],
  { startAt, endAt }: StoreDay['period'],
): boolean {
  return commissionedAt < Math.max(endAt, startAt + 1) && (removedAt === null || removedAt > startAt)
}

/** Hundredths: what a probe of 32 bits shows of a tenth has more. */
function rounded(celsius: number | null): number | null {
  return celsius === null ? null : Number(celsius.toFixed(2))
}

interface KnownOfProbes {
  sensorOf(row: HandCheckRow): SensorRange | null
  /** Of a day whose readings are gone: which entries differed from the probe was seen when it was signed. */
  readonly signed: SheetContent | null
}

function marksOf(
  own: readonly HandCheckRow[],
  before: readonly HandCheckRow[],
  { sensorOf, signed }: KnownOfProbes,
) {
  const rowOf = new Map(own.map((row) => [row.handCheckId, row]))
  const ownEntries = own.flatMap(entryOf)
  const found = markEntries(ownEntries, before.flatMap(entryOf), ({ id }) => {
    const row = rowOf.get(id)
    return row === undefined ? null : sensorOf(row)
  })
  const differed = (signed?.checks ?? []).filter(({ marks }) => marks.includes('contradicts_sensor'))
  const byEntry = new Map<string, readonly EntryMark[]>([
    ...found,
    ...differed.map(({ id }) => [id, ['contradicts_sensor', ...(found.get(id) ?? [])]] as const),
  ])
  return { byEntry, ofSheet: sheetMarks(ownEntries, byEntry) }
}

/** What the probes of its device showed when an entry was measured. */
function sensorAt(day: StoreDay, { deviceId, takenAt }: HandCheckRow): SensorRange | null {
  const device = day.devices.find((one) => one.deviceId === deviceId)
  const readings = device && day.readings.get(device.deviceId)
  if (device === undefined || readings === undefined) return null
  const probes = [readings.seriesBeyond('product_temperature'), readings.seriesBeyond('air_temperature')]
  return sensorRange(probes, takenAt, device.periodSeconds)
}

function entryOf({
  handCheckId: id,
  checkPlaceId: placeId,
  on,
  valueC,
  enteredAt,
}: HandCheckRow): MarkedEntry[] {
  return valueC === null ? [] : [{ id, placeId, on, valueC, enteredAt }]
}

function checkOf(row: HandCheckRow, marks: readonly EntryMark[]): SheetCheck {
  const { roundId, deviceId, valueC, skipReason, isRepeated, note, lowC, highC } = row
  return {
    id: row.handCheckId,
    roundId,
    place: row.placeName,
    ...{ deviceId, valueC, skipReason, isRepeated, note, lowC, highC },
    takenAt: row.takenAt,
    enteredAt: row.enteredAt,
    receivedAt: row.receivedAt,
    by: row.accountName,
    marks,
  }
}

function alarmOf(
  { alarmId, deviceId, branch: kind, priority: rank, startedAt, clearedAt }: ShownAlarm,
  until: EpochMs,
): SheetAlarm {
  const isOpen = clearedAt === null || clearedAt > until
  return { alarmId, deviceId, kind, rank, startedAt, clearedAt: isOpen ? null : clearedAt }
}
