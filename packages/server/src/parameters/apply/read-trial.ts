import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { StoreDay } from '@coldkeep/domain/analysis/store-day'
import { devicesOnDay, measureSpan } from '@coldkeep/domain/health/score-device-day'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TrialDay, TrialFacts } from '@coldkeep/domain/parameters/judge-trial'
import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../../db/connect'
import { selectParameters } from '../compare-devices'
import { countNewAlarms, selectJudgedDevice } from './trial-queries'

const DAY_MS = hours(24)

/** Reads days of stores with their readings as far as these had come in: that is what analyses are made of. */
export type ReadDays = (
  db: Db,
  queries: readonly { readonly storeId: StoreId; readonly days: readonly LocalDate[] }[],
  asOf: EpochMs,
) => Promise<readonly StoreDay[]>

/** The first device of an apply. */
export interface WatchedTrial {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  /** When the first write went out, and when the last one was read back. */
  readonly beganAt: EpochMs
  readonly setAt: EpochMs
  /** Of the parameters that were written. */
  readonly codes: readonly string[]
}

/** What is known of the 24 hours before and after the first device was set. */
export async function readTrial(
  db: Db,
  readDays: ReadDays,
  { storeId, deviceId, beganAt, setAt, codes }: WatchedTrial,
): Promise<TrialFacts> {
  const device = await selectJudgedDevice(db, storeId, deviceId)
  if (device === undefined) return { before: null, after: null, alarms: 0, isDefrostTouched: false }
  const { deviceModelId } = device
  const parameters = (await selectParameters(db, [deviceModelId])).get(deviceModelId) ?? []
  const measure = (endAt: EpochMs) => measureDay(db, readDays, { storeId, deviceId, ...device }, endAt)
  return {
    before: await measure(beganAt),
    after: await measure(later(setAt, DAY_MS)),
    alarms: await countNewAlarms(db, storeId, deviceId, beganAt),
    isDefrostTouched: parameters.some(({ code, group }) => group === 'defrost' && codes.includes(code)),
  }
}

interface Judged {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly timeZone: string
  readonly baseline: HealthBaseline | null
}

async function measureDay(
  db: Db,
  readDays: ReadDays,
  { storeId, deviceId, timeZone, baseline }: Judged,
  endAt: EpochMs,
): Promise<TrialDay | null> {
  const on = localDateOf(timeZone, epochMs(endAt - 1))
  const [day] = await readDays(db, [{ storeId, days: [on] }], endAt)
  const found = day && devicesOnDay(day).find(({ device }) => device.deviceId === deviceId)
  if (found === undefined) return null
  const { measured, outdoorC, defrosts } = measureSpan(found, {
    startAt: later(endAt, -DAY_MS),
    endAt,
  })
  return { comparison: { zone: found.zone, baseline, measured, outdoorC }, defrosts }
}
