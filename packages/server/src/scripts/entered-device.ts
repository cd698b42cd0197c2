import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'

/** The type of a device that a script polls and stores lack. */
export const enteredDevice = z.object({
  brand: z.string(),
  model: z.string(),
  unitId: z.int(),
  type: z.enum(deviceTypes),
  /** `null`: to be entered later, or of a meter. */
  zone: z.nullable(z.enum(temperatureZones)),
})
export type EnteredDevice = z.output<typeof enteredDevice>
