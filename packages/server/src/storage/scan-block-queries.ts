import type { DeviceId, PointListId, StoreId } from '@coldkeep/domain/ids'
import { type RawBuilder, sql } from 'kysely'

/**
 * Scans of one point list travel as byte strings, as the database sends values in binary: half as fast again as rows
 * with arrays in text.
 */
export interface ScanBlockRow {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly times: Uint8Array
  readonly singles: Uint8Array
  readonly doubles: Uint8Array
  readonly qualities: Uint8Array
}

const MAX_WIDTH = 2000

/** Columns of a query that is grouped by store, device and point list; `s` is the scan. */
export const scanBlockColumns: RawBuilder<ScanBlockRow> = sql<ScanBlockRow>`
  s.store_id, s.device_id, s.point_list_id,
  string_agg(timestamptz_send(s.at), ''::bytea) as times,
  string_agg(array_send(s.values), ''::bytea) as singles,
  string_agg(array_send(s.counters), ''::bytea) as doubles,
  string_agg(coalesce(s.quality, substring(decode(repeat('00', ${sql.lit(MAX_WIDTH)}), 'hex')
    from 1 for cardinality(s.values) + cardinality(s.counters))), ''::bytea) as qualities`
