import type { ParameterDeviceRow } from '@coldkeep/contract/areas/parameters'
import { parameterStates } from '@coldkeep/domain/parameters/compare'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { ParameterDevice } from '../list-queries'

/** A device in lists, with how it stands. */
export function presentParameterDevice(row: ParameterDevice): ParameterDeviceRow {
  const { drift } = row
  return {
    id: row.deviceId,
    name: row.name,
    store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.timeZone },
    model: { id: row.deviceModelId, brand: row.brand, name: row.model },
    state: row.state,
    counts: Object.fromEntries(
      parameterStates.map((state) => [state, row.counts[state] ?? 0]),
    ) as ParameterDeviceRow['counts'],
    readAt: row.readAt,
    firmware: row.firmware,
    drift: drift === null ? null : { ...drift, at: epochMs(Date.parse(drift.at)) },
  }
}
