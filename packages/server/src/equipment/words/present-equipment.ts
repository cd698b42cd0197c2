import type { EquipmentRow } from '../list-queries'

export function presentEquipment(row: EquipmentRow) {
  return {
    id: row.deviceId,
    name: row.name,
    type: row.type,
    zone: row.zone,
    brand: row.brand,
    model: row.model,
    store: { id: row.storeId, code: row.storeCode, name: row.storeName, zone: row.timeZone },
    terminal: row.terminalId,
    port: row.portId,
    unit_id: row.unitId,
    contracted_kw: row.contractedKw,
    demand_interval_minutes: row.demandIntervalMinutes,
    state: row.state,
    last_contact_at: row.lastContactAt,
    score: row.score,
    retired_at: row.removedAt,
    has_points: row.hasPoints,
    revision: row.revision,
  }
}
