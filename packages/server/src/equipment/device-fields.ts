import { changeEquipment } from '@coldkeep/contract/areas/equipment'
import type { Input } from '@coldkeep/contract/call'
import { namesToWire } from '@coldkeep/contract/wire/dialect'
import type { EquipmentRow } from './list-queries'

/** What people enter of a device. */
export type Draft = Omit<Input<typeof changeEquipment>['body'], 'revision'>

/** Fields of a draft that are stored under another name, or by way of the model. */
type StoredOtherwise = 'brand' | 'model' | 'port'

/** Each field of the draft as it is stored: a field that is missing here does not compile. */
export function fieldsOf(row: EquipmentRow) {
  return {
    name: row.name,
    type: row.type,
    zone: row.zone,
    brand: row.brand,
    model: row.model,
    terminalId: row.terminalId,
    port: row.portId,
    unitId: row.unitId,
    contractedKw: row.contractedKw,
    demandIntervalMinutes: row.demandIntervalMinutes,
    fridgeBrandId: row.fridgeBrandId,
    fridgeTypeId: row.fridgeTypeId,
    fridgeLocationId: row.fridgeLocationId,
  } satisfies Record<keyof Draft, unknown>
}

export function placeOf({ terminalId, port, unitId }: Draft) {
  return { terminalId, portId: port, unitId }
}

/** The columns of a draft but its model: a field that is accepted and not stored does not compile. */
export function columnsOf(draft: Draft) {
  const { name, type, zone, contractedKw, demandIntervalMinutes } = draft
  const { fridgeBrandId, fridgeTypeId, fridgeLocationId } = draft
  const columns = {
    ...{ name, type, zone, contractedKw, demandIntervalMinutes, ...placeOf(draft) },
    ...{ fridgeBrandId, fridgeTypeId, fridgeLocationId },
  }
  return columns satisfies Omit<Draft, StoredOtherwise>
}

/** A draft as the audit keeps it: by the names that travel. */
export function auditedOf(draft: Readonly<Record<keyof Draft, unknown>>): Readonly<Record<string, unknown>> {
  return namesToWire(changeEquipment.body, draft) as Readonly<Record<string, unknown>>
}
