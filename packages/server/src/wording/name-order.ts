import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Language } from '@coldkeep/phrases/translate'

interface NamedRow {
  readonly store: { readonly storeId: StoreId; readonly name: string }
  readonly deviceId: DeviceId
  readonly deviceName: string
}

/**
 * The devices of each store, both in the order in which people look names up: 2 before 10. Comparing names is slow, so
 * the stores of a chain are compared once each, not once for every device.
 */
export function storesInOrder<Row extends NamedRow>(rows: readonly Row[], language: Language): Row[][] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const stores = new Map<StoreId, Row[]>()
  for (const row of rows) {
    const others = stores.get(row.store.storeId)
    if (others === undefined) stores.set(row.store.storeId, [row])
    else others.push(row)
  }
  for (const devices of stores.values()) {
    devices.sort((a, b) => compare(a.deviceName, b.deviceName) || a.deviceId - b.deviceId)
  }
  return [...stores]
    .sort(([a, [one]], [b, [other]]) => compare(one?.store.name ?? '', other?.store.name ?? '') || a - b)
    .map(([, devices]) => devices)
}
