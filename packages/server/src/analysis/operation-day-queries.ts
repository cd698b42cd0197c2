import type { Operation, StateMinutes } from '@coldkeep/domain/analysis/operation'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Db } from '../db/connect'
import { type ColumnKinds, upsertRows } from '../db/upsert-rows'
import { markAreaDays } from '../organisation/area-day-queries'

/** Operation as it is stored: minutes by state in columns of their own. */
export type OperationColumns = StateMinutes & Omit<Operation, 'minutes'>

export interface OperationDayRow extends OperationColumns {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly computedAt: EpochMs
}

/** All devices of one store and day together. */
export interface OperationStoreDayRow extends OperationColumns {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly longestRunDeviceId: DeviceId
  readonly computedAt: EpochMs
}

const operationColumns = {
  cooling: 'int4',
  pulldown: 'int4',
  defrost: 'int4',
  door: 'int4',
  standby: 'int4',
  off: 'int4',
  offline: 'int4',
  runs: 'int4',
  compressorMinutes: 'float8',
  longestRunMinutes: 'float8',
  defrosts: 'int4',
  defrostMinutes: 'float8',
  doorOpenings: 'int4',
} as const satisfies ColumnKinds<OperationColumns>

export function columnsOf({ minutes, ...counts }: Operation): OperationColumns {
  return { ...minutes, ...counts }
}

export async function upsertOperationDays(db: Db, rows: readonly OperationDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'operationDay',
    { storeId: 'int4', deviceId: 'int8', on: 'date', ...operationColumns, computedAt: 'timestamptz' },
    ['storeId', 'deviceId', 'on'],
    rows,
  )
}

export async function upsertOperationStoreDays(db: Db, rows: readonly OperationStoreDayRow[]): Promise<void> {
  await upsertRows(
    db,
    'operationStoreDay',
    {
      storeId: 'int4',
      on: 'date',
      ...operationColumns,
      longestRunDeviceId: 'int8',
      computedAt: 'timestamptz',
    },
    ['storeId', 'on'],
    rows,
  )
  await markAreaDays(db, 'operation', rows)
}
