import type { DeviceListener } from '../equipment/device-listener'
import { updateBaseline, updateOpenWarnings } from './device-change-queries'

/** What changes of devices mean for their health. */
export const followDevices: DeviceListener = { retired: updateOpenWarnings, altered: updateBaseline }
