import type { Handlers } from '../../calls/bind-call'
import { calibrationHandlers } from './calibration-handlers'
import { equipmentDeviceHandlers } from './device-handlers'
import { portHandlers } from './port-handlers'
import { equipmentRetireHandlers } from './retire-handlers'

/** What stands in the stores: devices, and the ports on which they hang. */
export const equipmentHandlers = {
  ...equipmentDeviceHandlers,
  ...equipmentRetireHandlers,
  ...portHandlers,
  ...calibrationHandlers,
} satisfies Partial<Handlers>
