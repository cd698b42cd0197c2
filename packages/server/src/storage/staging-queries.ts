import type { DeviceId, PointListId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { type CopyColumns, copyRows } from '../db/binary-copy'
import type { Db, Trx } from '../db/connect'
import type { HourRow } from './pack-hours'

/** A scan as it is written. A missing value is NaN; no quality: every value is good. */
export interface StagedScan {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly at: EpochMs
  readonly values: ArrayLike<number>
  readonly counters: ArrayLike<number>
  readonly quality: Uint8Array | null
  readonly receivedAt: EpochMs
}

/** Tables of a session that rows go through on their way: repeats of a plain COPY would be refused. */
export const stageTables = [
  `create temp table if not exists stage_scan (
    store_id int not null, device_id bigint not null, point_list_id bigint not null, at timestamptz not null,
    values real[] not null, counters double precision[] not null, quality bytea, received_at timestamptz not null
  ) on commit delete rows`,
  `create temp table if not exists stage_hour (
    store_id int not null, device_id bigint not null, hour timestamptz not null, readings bytea not null
  ) on commit delete rows`,
] as const

/** Makes the stage tables of a connection that has none. */
export async function createStageTables(db: Db): Promise<void> {
  for (const statement of stageTables) await sql.raw(statement).execute(db)
}

const scanColumns = {
  storeId: 'int4',
  deviceId: 'int8',
  pointListId: 'int8',
  at: 'timestamptz',
  values: 'float4[]',
  counters: 'float8[]',
  quality: 'bytea',
  receivedAt: 'timestamptz',
} as const satisfies CopyColumns

const hourColumns = {
  storeId: 'int4',
  deviceId: 'int8',
  hour: 'timestamptz',
  readings: 'bytea',
} as const satisfies CopyColumns

export async function stageScans(trx: Trx, scans: Iterable<StagedScan>): Promise<void> {
  await copyScans(trx, 'stage_scan', scans)
}

/** @param table the stage; or `scan` itself, as a measure of what staging costs */
export async function copyScans(
  trx: Trx,
  table: 'stage_scan' | 'scan',
  scans: Iterable<StagedScan>,
): Promise<void> {
  await copyRows(trx, table, scanColumns, scans)
}

export async function stageHours(trx: Trx, hours: Iterable<HourRow>): Promise<void> {
  await copyRows(trx, 'stage_hour', hourColumns, hours)
}
