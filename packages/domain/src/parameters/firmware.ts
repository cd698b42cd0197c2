import type { ModelTables } from '../polling/device-model'

/** The command of a model whose first node says the firmware of the controller, as a number: 5.9. */
export const FIRMWARE_CODE = 'firmware'

/** Firmwares that a profile is for, its ends included; `null`: no end. */
export interface FirmwareRange {
  readonly firmwareFrom: number | null
  readonly firmwareTo: number | null
}

/** The node that says the firmware, as parameters are read: by code and name; none where the model does not say it. */
export function firmwareNodes({
  commands,
}: ModelTables): readonly { readonly code: string; readonly name: string }[] {
  const [point] = commands.find(({ commandCode }) => commandCode === FIRMWARE_CODE)?.points ?? []
  return point === undefined ? [] : [{ code: FIRMWARE_CODE, name: point.name }]
}

/**
 * True where a profile may be put into a controller of this firmware. Of one that is not known nothing is known: it is in no
 * range that has an end.
 */
export function isInRange({ firmwareFrom, firmwareTo }: FirmwareRange, firmware: number | null): boolean {
  if (firmwareFrom === null && firmwareTo === null) return true
  return firmware !== null && firmware >= (firmwareFrom ?? firmware) && firmware <= (firmwareTo ?? firmware)
}
