import type { Operation } from '@coldkeep/domain/analysis/operation'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import { shownStoreDays } from '../analysis/shown-day-queries'
import { operationFrom, operationSums } from '../analysis/shown-operation-queries'
import { areaDays } from '../analysis/summed-day-queries'
import type { Db } from '../db/connect'

interface Days {
  readonly first: LocalDate
  readonly last: LocalDate
}

/** Devices of the stores of one zone on one day. */
export interface ZoneOperation {
  readonly zone: string
  readonly on: LocalDate
  readonly operation: Operation
  readonly computedAt: EpochMs
}

export interface LongRun {
  readonly storeName: string
  readonly deviceName: string
  readonly zone: string
  readonly on: LocalDate
  readonly minutes: number
}

/** The longest run of one day is among this many of the two days that a card covers. */
const MOST_RUNS = 10

export async function selectZoneOperation(db: Db, scope: Scope, days: Days): Promise<ZoneOperation[]> {
  const rows = await areaDays(db, 'operation', { scope, ...days })
    .select(['day.zone', 'day.on', ...operationSums])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy(['day.zone', 'day.on'])
    .execute()
  return rows.map(({ zone, on, computedAt, ...columns }) => ({
    zone,
    on: localDate(on),
    operation: operationFrom(columns),
    computedAt,
  }))
}

/** The longest runs of a day that are at least so long, longest first. */
export async function selectLongRuns(
  db: Db,
  scope: Scope,
  days: Days,
  leastMinutes: number,
): Promise<LongRun[]> {
  const rows = await storeDays(db, scope, days)
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'operationStoreDay.storeId')
        .onRef('device.deviceId', '=', 'operationStoreDay.longestRunDeviceId'),
    )
    .select([
      'store.name as storeName',
      'device.name as deviceName',
      'store.zone',
      'operationStoreDay.on',
      'operationStoreDay.longestRunMinutes as minutes',
    ])
    .where(isShown(scope, 'device'))
    .where('operationStoreDay.longestRunMinutes', '>=', leastMinutes)
    .orderBy('operationStoreDay.longestRunMinutes', 'desc')
    .orderBy('store.name')
    .limit(MOST_RUNS)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function storeDays(db: Db, scope: Scope, { first, last }: Days) {
  return db
    .selectFrom('store')
    .innerJoin(
      shownStoreDays('operation', scope, { first, last }),
      'operationStoreDay.storeId',
      'store.storeId',
    )
    .where(isInScope(scope))
    .where('operationStoreDay.on', '>=', first)
    .where('operationStoreDay.on', '<=', last)
}
