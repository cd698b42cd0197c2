import type { DeviceModel } from '@coldkeep/domain/polling/device-model'
import type { Clock } from '@coldkeep/domain/time/instant'
import { advanceStore, type StoreRun } from '../store-run'
import { type Framing, ModbusListener } from './modbus-listener'
import { makeVirtualDevice, type VirtualDevice } from './virtual-device'

/** The equipment of one store on one virtual bus: a terminal that polls it sees the store live. */
export interface VirtualStore {
  readonly run: StoreRun
  readonly devices: readonly VirtualDevice[]
  readonly listener: ModbusListener
}

/**
 * Puts a store's devices behind a listener that is ready to be started. The physics run up to the clock on
 * each request, so a store that is not polled costs nothing.
 * @throws Error when a device's model is not among the models
 */
export function makeVirtualStore(
  run: StoreRun,
  models: readonly DeviceModel[],
  clock: Clock,
  options: { readonly framing: Framing; readonly host?: string; readonly port?: number },
): VirtualStore {
  const devices = run.store.devices.map((device, index) => {
    const model = models.find((one) => one.brand === device.brand && one.model === device.model)
    const deviceRun = run.devices[index]
    if (!model || !deviceRun) throw new Error(`No device model ${device.brand} ${device.model}`)
    return makeVirtualDevice(model, device.unitId, deviceRun)
  })
  const beforeAnswer = () => advanceStore(run, clock.now())
  return { run, devices, listener: new ModbusListener({ ...options, devices, beforeAnswer }) }
}
