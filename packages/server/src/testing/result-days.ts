import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import type { Operation } from '@coldkeep/domain/analysis/operation'
import { NO_TEMPERATURE } from '@coldkeep/domain/analysis/temperature-figures'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { type HealthDayRow, upsertHealthDays } from '../analysis/health-queries'
import {
  columnsOf,
  type OperationColumns,
  upsertOperationDays,
  upsertOperationStoreDays,
} from '../analysis/operation-day-queries'
import {
  type TemperatureDayRow,
  type TemperatureStoreDayRow,
  upsertTemperatureDays,
  upsertTemperatureStoreDays,
} from '../analysis/temperature-day-queries'
import type { Db } from '../db/connect'
import { refreshAreaDays } from '../organisation/area-days'
import { NOON } from './test-server'

/**
 * Stores how an insured freezer was kept on one day, as the analysis would: the whole of it at a steady temperature,
 * with what is given besides.
 */
export async function insertTemperatureDay(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  on: string,
  given: Partial<TemperatureDayRow> & { readonly steadyC: number },
): Promise<void> {
  const { steadyC, ...row } = given
  const { coveredMinutes = 1440 } = row
  const kelvins = 83.144 / 0.0083144
  await upsertTemperatureDays(db, [
    {
      ...NO_TEMPERATURE,
      storeId,
      deviceId,
      on: localDate(on),
      zone: 'FZ',
      isInsured: true,
      verdict: 'protected',
      coveredMinutes,
      expectedMinutes: 1440,
      celsiusMinutes: coveredMinutes * steadyC,
      spoilage: coveredMinutes * Math.exp(-kelvins / (steadyC + 273.15)),
      lowestC: steadyC,
      highestC: steadyC,
      computedAt: NOON,
      ...row,
    },
  ])
}

/** Stores the insured devices of a store and day by verdict; what is left out is 0. */
export async function insertTemperatureStoreDay(
  db: Db,
  storeId: StoreId,
  on: string,
  verdicts: Partial<Omit<TemperatureStoreDayRow, 'storeId' | 'on'>>,
): Promise<void> {
  const none = { breach: 0, watch: 0, protected: 0, noData: 0, coveredMinutes: 0, expectedMinutes: 0 }
  const row = { storeId, on: localDate(on), ...none, computedAt: NOON, ...verdicts }
  await upsertTemperatureStoreDays(db, [row])
  await refreshAreaDays(db)
}

/** Stores what a device did on one day, and the same as that of its store; what is left out is 0. */
export async function insertOperationDay(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  on: string,
  given: Partial<OperationColumns>,
): Promise<void> {
  const nothing: Operation = {
    minutes: { cooling: 0, pulldown: 0, defrost: 0, door: 0, standby: 0, off: 0, offline: 0 },
    runs: 0,
    compressorMinutes: 0,
    longestRunMinutes: 0,
    defrosts: 0,
    defrostMinutes: 0,
    doorOpenings: null,
  }
  const day = { storeId, on: localDate(on), ...columnsOf(nothing), ...given, computedAt: NOON }
  await upsertOperationDays(db, [{ ...day, deviceId }])
  await upsertOperationStoreDays(db, [{ ...day, longestRunDeviceId: deviceId }])
  await refreshAreaDays(db)
}

/** Stores the scores of a freezer on one day, of which nothing else is known unless it is given. */
export async function insertScores(
  db: Db,
  storeId: StoreId,
  deviceId: DeviceId,
  given: Pick<HealthDayRow, 'on' | 'firstAt' | 'scores'> & Partial<Pick<HealthDayRow, 'measured'>>,
): Promise<void> {
  const measured = {
    ...NOTHING_MEASURED,
    coverage: 1,
    coveredMinutes: 1440,
    deviationK: 0,
  }
  const unjudged = {
    score: null,
    class: null,
    topLoss: null,
    topLossPoints: null,
    hint: null,
    hintChance: null,
  }
  await upsertHealthDays(db, [
    {
      storeId,
      deviceId,
      zone: 'FZ',
      measured,
      outdoorC: null,
      isBreach: false,
      isWhole: true,
      medianScore: null,
      ...unjudged,
      secondLoss: null,
      secondLossPoints: null,
      computedAt: NOON,
      ...given,
    },
  ])
}
