import { setImmediate as othersTurn } from 'node:timers/promises'
import { baselineOfPeers, type HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import {
  type DeviceCourse,
  earlierScoresFrom,
  endCourse,
  healthAfter,
  openCourse,
  takeDay,
} from '@coldkeep/domain/health/device-course'
import type { ScoredHealthDay } from '@coldkeep/domain/health/known-health'
import { devicesOnDay } from '@coldkeep/domain/health/score-device-day'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../db/connect'
import { warningRulesOfStores } from '../settings/warning-rules'
import {
  deleteEarlyWarnings,
  type HealthStoreDayRow,
  selectKnownHealth,
  selectMeasuredDays,
  selectOpenWarnings,
  selectPeerBaselines,
  selectScoredDays,
  upsertDeviceHealth,
  upsertEarlyWarnings,
  upsertHealthDays,
  upsertHealthStoreDays,
} from './health-queries'
import { packTenths } from './median-tenths'
import type { StoreDayAnalysis } from './store-day-analysis'
import { updateWarningAlarms } from './update-warning-alarms'

/** Devices that do as well as this are an example to others of their type. */
const HEALTHY_FROM = 85
const MOST_PEERS = 40

/** How each device is, compared with itself when it was healthy, and the early warnings that follow from it. */
export const healthAnalysis: StoreDayAnalysis = {
  name: 'health',
  async run(db, days, now) {
    const courses = await openCourses(db, days)
    const peers = peersOf(db)
    const storeRows: HealthStoreDayRow[] = []
    for (const day of days) {
      const rows: ScoredHealthDay[] = []
      for (const on of devicesOnDay(day)) {
        const course = courses.get(on.device.deviceId) ?? openCourse(on.day.store.storeId, on.device.deviceId)
        courses.set(on.device.deviceId, course)
        const baseline = course.known.baseline ?? (await peers(on.device.type, on.zone))
        rows.push(takeDay(course, on, baseline, now))
        // A day of ten devices is a second of arithmetic, and others want to be answered.
        await othersTurn()
      }
      if (rows.length > 0) storeRows.push(storeRow(day, rows, now))
    }
    const all = [...courses.values()].filter(({ rows }) => rows.length > 0)
    await addEarlierScores(db, all)
    const endings = all.map((course) => ({ course, warnings: endCourse(course, now) }))
    return async (trx) => {
      await upsertHealthDays(
        trx,
        all.flatMap(({ rows }) => rows),
      )
      await upsertHealthStoreDays(trx, storeRows)
      await upsertDeviceHealth(
        trx,
        all.map((course) => healthAfter(course, now)),
      )
      await deleteEarlyWarnings(
        trx,
        endings.map(({ warnings }) => warnings),
      )
      await upsertEarlyWarnings(
        trx,
        endings.flatMap(({ warnings }) => warnings.records),
      )
      for (const { warnings } of endings) await updateWarningAlarms(trx, warnings, now)
    }
  },
}

async function openCourses(db: Db, days: readonly StoreDay[]): Promise<Map<DeviceId, DeviceCourse>> {
  const storeIds = [...new Set(days.map(({ store }) => store.storeId))]
  const first = days.map(({ on }) => on).sort()[0]
  const courses = new Map<DeviceId, DeviceCourse>()
  if (first === undefined) return courses
  const rules = await warningRulesOfStores(db, storeIds)
  for (const { deviceId, storeId } of days.flatMap(({ store, devices }) =>
    devices.map((device) => ({ deviceId: device.deviceId, storeId: store.storeId })),
  )) {
    courses.set(deviceId, openCourse(storeId, deviceId, rules.get(storeId)))
  }
  for (const known of await selectKnownHealth(db, storeIds)) {
    const course = courses.get(known.deviceId)
    if (course) course.known = known
  }
  for (const scored of await selectScoredDays(db, storeIds, first)) {
    courses.get(scored.deviceId)?.scored.set(scored.on, scored)
  }
  for (const record of await selectOpenWarnings(db, storeIds)) {
    courses.get(record.deviceId)?.openRecords.push(record)
  }
  if (days.some(({ until, period }) => until >= period.endAt)) {
    const learning = [...courses.values()].filter(({ known }) => known.frozenOn === null)
    const deviceIds = learning.map(({ known }) => known.deviceId)
    for (const measured of await selectMeasuredDays(db, storeIds, deviceIds)) {
      courses.get(measured.deviceId)?.measured.set(measured.on, measured)
    }
  }
  return courses
}

/** Where days are replayed, or rules look further back than before, the days before are needed too. */
async function addEarlierScores(db: Db, courses: readonly DeviceCourse[]): Promise<void> {
  const missing = courses.flatMap((course) => {
    const from = earlierScoresFrom(course)
    return from === null ? [] : [{ storeId: course.known.storeId, from }]
  })
  const first = missing.map(({ from }) => from).sort()[0]
  if (first === undefined) return
  const byDevice = new Map(courses.map((course) => [course.known.deviceId, course]))
  const storeIds: StoreId[] = [...new Set(missing.map(({ storeId }) => storeId))]
  for (const scored of await selectScoredDays(db, storeIds, first)) {
    const course = byDevice.get(scored.deviceId)
    if (course && !course.scored.has(scored.on)) course.scored.set(scored.on, scored)
  }
}

/** What healthy devices of a type expect, read once in a run. */
function peersOf(db: Db): (type: DeviceType, zone: TemperatureZone) => Promise<HealthBaseline | null> {
  const read = new Map<string, HealthBaseline | null>()
  return async (type, zone) => {
    const key = `${type}/${zone}`
    const known = read.get(key)
    if (known !== undefined) return known
    const found = baselineOfPeers(await selectPeerBaselines(db, type, zone, HEALTHY_FROM, MOST_PEERS))
    read.set(key, found)
    return found
  }
}

function storeRow(
  { store, on }: StoreDay,
  rows: readonly ScoredHealthDay[],
  now: EpochMs,
): HealthStoreDayRow {
  const count = (sought: ScoredHealthDay['class']) => rows.filter((row) => row.class === sought).length
  return {
    storeId: store.storeId,
    on: on satisfies LocalDate,
    good: count('good'),
    fair: count('fair'),
    watch: count('watch'),
    poor: count('poor'),
    noScore: count(null),
    medianTenths: packTenths(rows.flatMap(({ medianScore }) => medianScore ?? [])),
    computedAt: now,
  }
}
