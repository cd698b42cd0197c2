import { fieldsOf } from '../device-fields'
import type { EquipmentRow } from '../list-queries'

export function presentEquipment(row: EquipmentRow) {
  return {
    id: row.deviceId,
    ...fieldsOf(row),
    fridge: { brand: row.fridgeBrand, type: row.fridgeType, location: row.fridgeLocation },
    store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.timeZone },
    state: row.state,
    lastContactAt: row.lastContactAt,
    firmware: row.firmware,
    score: row.score,
    retiredAt: row.removedAt,
    hasPoints: row.hasPoints,
    revision: row.revision,
  }
}
