import { joinExcursions } from '@coldkeep/domain/analysis/excursions'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { markGaps, type Series, thin } from '@coldkeep/domain/points/series'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, daysBetween, type LocalDate } from '@coldkeep/domain/time/local-date'
import { lengthMs, mergePeriods, type Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { type Scope, selectStoreInScope } from '../access/scope'
import { selectCoverages } from '../analysis/temperature-day-queries'
import type { Db } from '../db/connect'
import type { DeviceDay, DeviceEvidence, Evidence, EvidenceAlarm, EvidenceDevice, ShownDay } from './evidence'
import { selectEvidenceBreaches } from './evidence-breaches'
import { selectEvidenceAlarms, selectEvidenceDevices } from './evidence-queries'
import { readDeviceDays } from './read-device-days'

/** The request: days of a store, both included, and the recipient. */
export interface EvidenceQuery {
  readonly scope: Scope
  readonly storeId: StoreId
  readonly first: LocalDate
  readonly last: LocalDate
  readonly madeBy: string
  readonly now: EpochMs
  /** Readings up to here have come in. */
  readonly asOf: EpochMs
}

/** Who hears of each day while it is collected. */
export interface EvidenceVisitor {
  /** Once, before the first day. */
  begin(evidence: Pick<Evidence, 'store'>, devices: readonly EvidenceDevice[]): Promise<void>
  day(device: EvidenceDevice, day: DeviceDay): Promise<void>
  /**
   * This many of the days are done.
   * @throws to stop
   */
  progress(done: number, total: number): Promise<void> | void
}

/** The number of columns of a curve of the whole period. */
const COLUMNS = 900

/**
 * Reads a store day by day, so that memory holds the readings of one day only, and of the others what is shown of
 * them.
 * @returns `null` where no device that the caller sees is insured in the period and has anything to judge
 */
export async function collectEvidence(
  db: Db,
  query: EvidenceQuery,
  visitor: EvidenceVisitor,
): Promise<Evidence | null> {
  const { scope, storeId, first, last, asOf } = query
  const store = await selectStoreInScope(db, scope, storeId)
  const coverages = await selectCoverages(db, [storeId], first, last)
  const insured = [...new Set(coverages.map(({ deviceId }) => deviceId))]
  const devices = await selectEvidenceDevices(db, scope, storeId, insured, last)
  await visitor.begin({ store }, devices)
  const period = { startAt: dayPeriod(store.zone, first).startAt, endAt: dayPeriod(store.zone, last).endAt }
  const until = epochMs(Math.min(period.endAt, asOf))
  const found = new Map<DeviceId, DeviceDay[]>()
  const shown = new Map<DeviceId, ShownDay[]>()
  const columns = Math.max(60, Math.round(COLUMNS / (daysBetween(first, last) + 1)))
  const days = datesFrom(first, last)
  for (const [index, on] of days.entries()) {
    const judged = await readDeviceDays(db, store, { on, isFirst: index === 0 }, coverages, asOf)
    for (const device of devices) {
      const day = judged.get(device.deviceId)
      if (day === undefined) continue
      await visitor.day(device, day)
      push(found, device.deviceId, { ...day, air: NOTHING, product: NOTHING })
      push(shown, device.deviceId, shownDay(day, columns))
    }
    await visitor.progress(index + 1, days.length)
  }
  const alarms = await selectEvidenceAlarms(db, scope, storeId, { ...period, endAt: until })
  const evidence = devices.flatMap((device): DeviceEvidence[] => {
    const own = shown.get(device.deviceId)
    if (own === undefined) return []
    return [
      {
        ...device,
        days: own,
        ...overDays(found.get(device.deviceId) ?? [], period),
        alarms: of(alarms, device),
      },
    ]
  })
  if (evidence.length === 0) return null
  const breaches = await selectEvidenceBreaches(db, scope, store, evidence, { ...period, endAt: until })
  const { now: madeAt, madeBy } = query
  const hostAlarms = alarms.filter(({ deviceId }) => deviceId === null)
  return { store, first, last, period, until, madeAt, madeBy, devices: evidence, breaches, hostAlarms }
}

const NOTHING: Series = { timesMs: [], values: [] }

/** Midnight cuts neither an excursion nor a gap. */
function overDays(days: readonly DeviceDay[], period: Period): Pick<DeviceEvidence, 'excursions' | 'gaps'> {
  const spells = joinExcursions(days.flatMap(({ stretches }) => stretches))
  return {
    excursions: spells.filter(({ endAt }) => endAt > period.startAt),
    gaps: mergePeriods(days.flatMap(({ gaps }) => gaps)),
  }
}

function shownDay({ air, product, stretches: _, ...day }: DeviceDay, columns: number): ShownDay {
  const curve = (series: Series) => {
    const marked = within(markGaps(series, day.window.periodSeconds), day.window.period)
    return lengthMs(day.window.period) === 0 ? NOTHING : thin(marked, day.window.period, columns)
  }
  return { ...day, airCurve: curve(air), productCurve: curve(product) }
}

/** The readings that hold in a period: the last one before it too, from where it begins. */
function within({ timesMs, values }: Series, { startAt, endAt }: Period): Series {
  const kept = { timesMs: [] as number[], values: [] as number[] }
  for (let index = 0; index < timesMs.length; index++) {
    const [at, next] = [timesMs[index] as number, timesMs[index + 1] ?? Number.POSITIVE_INFINITY]
    if (at >= endAt || next <= startAt) continue
    kept.timesMs.push(Math.max(at, startAt))
    kept.values.push(values[index] as number)
  }
  return kept
}

function of(alarms: readonly EvidenceAlarm[], { deviceId }: EvidenceDevice): EvidenceAlarm[] {
  return alarms.filter((alarm) => alarm.deviceId === deviceId)
}

function push<Key, One>(map: Map<Key, One[]>, key: Key, one: One): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [one])
  else known.push(one)
}
