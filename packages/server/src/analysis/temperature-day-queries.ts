import type { ProtectionVerdict, VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import type { TemperatureSums } from '@coldkeep/domain/analysis/temperature-figures'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../db/connect'
import { upsertRows } from '../db/upsert-rows'
import { markAreaDays } from '../organisation/area-day-queries'
import { refreshInsurance } from './store-insurance-queries'

/** The temperature of one device is insured from the first day to the last. */
export interface InsuredCoverage {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly firstOn: LocalDate
  readonly lastOn: LocalDate
}

export interface TemperatureDayRow extends TemperatureSums {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly zone: TemperatureZone
  readonly isInsured: boolean
  readonly verdict: ProtectionVerdict
  readonly computedAt: EpochMs
}

/** The insured devices of one store and day. */
export interface TemperatureStoreDayRow {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly breach: VerdictCounts['breach']
  readonly watch: VerdictCounts['watch']
  readonly protected: VerdictCounts['protected']
  readonly noData: VerdictCounts['no_data']
  readonly coveredMinutes: number
  readonly expectedMinutes: number
  readonly computedAt: EpochMs
}

/** Insures devices. Days that are analysed already stay as they are until they are analysed again. */
export async function insertCoverages(db: Db, coverages: readonly InsuredCoverage[]): Promise<void> {
  if (coverages.length === 0) return
  const insert = async (trx: Db) => {
    await trx
      .insertInto('insuredCoverage')
      .values([...coverages])
      .execute()
    await refreshInsurance(
      trx,
      coverages.map(({ storeId }) => storeId),
    )
  }
  if (db.isTransaction) await insert(db)
  else await db.transaction().execute(insert)
}

/** Coverages of stores that hold on any day of a period, the one that ends last first. */
export async function selectCoverages(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
  last: LocalDate,
): Promise<InsuredCoverage[]> {
  if (storeIds.length === 0) return []
  const rows = await db
    .selectFrom('insuredCoverage')
    .select(['storeId', 'deviceId', 'zone', 'firstOn', 'lastOn'])
    .where('storeId', 'in', [...storeIds])
    .where('firstOn', '<=', last)
    .where('lastOn', '>=', first)
    .orderBy('lastOn', 'desc')
    .orderBy('insuredCoverageId')
    .execute()
  return rows.map((row) => ({ ...row, firstOn: localDate(row.firstOn), lastOn: localDate(row.lastOn) }))
}

export async function upsertTemperatureDays(db: Db, rows: readonly TemperatureDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'temperatureDay',
    {
      storeId: 'int4',
      deviceId: 'int8',
      on: 'date',
      zone: 'text',
      isInsured: 'bool',
      verdict: 'text',
      coveredMinutes: 'float8',
      expectedMinutes: 'float8',
      celsiusMinutes: 'float8',
      spoilage: 'float8',
      lowestC: 'float8',
      highestC: 'float8',
      excursionMinutes: 'float8',
      degreeMinutes: 'float8',
      longestExcursionMinutes: 'float8',
      longestBeyondHardMinutes: 'float8',
      computedAt: 'timestamptz',
    },
    ['storeId', 'deviceId', 'on'],
    rows,
  )
}

export async function upsertTemperatureStoreDays(
  db: Db,
  rows: readonly TemperatureStoreDayRow[],
): Promise<void> {
  await upsertRows(
    db,
    'temperatureStoreDay',
    {
      storeId: 'int4',
      on: 'date',
      breach: 'int4',
      watch: 'int4',
      protected: 'int4',
      noData: 'int4',
      coveredMinutes: 'float8',
      expectedMinutes: 'float8',
      computedAt: 'timestamptz',
    },
    ['storeId', 'on'],
    rows,
  )
  await markAreaDays(db, 'temperature', rows)
}
