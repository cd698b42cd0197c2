import type { DeviceId, StoreId } from '@coldkeep/domain/ids'

/** A device, with its store. */
export interface NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

export function nameOfDevice({ storeId, deviceId }: NamedDevice): string {
  return `${storeId}/${deviceId}`
}
