import type { Alarms } from '../../alarms/alarms'
import type { Handlers } from '../../calls/bind-call'
import type { FieldLink } from '../../terminals/field-link'
import type { DeviceListener } from '../device-listener'
import { calibrationHandlers } from './calibration-handlers'
import { equipmentDeviceHandlers } from './device-handlers'
import { portHandlers } from './port-handlers'
import { equipmentRetireHandlers } from './retire-handlers'

/** What the calls that change equipment need. */
export interface EquipmentCallParts {
  readonly alarms: Alarms
  readonly field: Pick<FieldLink, 'wake'>
  readonly listener: DeviceListener
}

/** The equipment of the stores: devices, and the ports that they are attached to. */
export function equipmentHandlers(parts: EquipmentCallParts) {
  return {
    ...equipmentDeviceHandlers(parts),
    ...equipmentRetireHandlers(parts),
    ...portHandlers(parts),
    ...calibrationHandlers,
  } satisfies Partial<Handlers>
}
