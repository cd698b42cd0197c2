import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'

/** What a box declares about itself at its claim. */
export interface BoxIdentity {
  readonly serial: string
  readonly hardware: string
}

/** What makers leave in the field of the serial number when they have not filled it in. */
const UNFILLED =
  /^(0+|none|n\/a|not (specified|available|applicable)|to be filled.*|default string|system serial number)$/i
const MAX_LENGTH = 120
const NAME = 'coldkeep terminal'

/**
 * The number on the box where its firmware provides it: DMI `product_serial` (readable by root alone), then
 * the device tree of ARM boards. Else one made from `/etc/machine-id`, which itself should not leave the
 * machine (machine-id(5)).
 * @param root where the file system of the machine begins
 */
export function boxIdentity(root = '/'): BoxIdentity {
  const read = (path: string) => cleaned(join(root, path))
  const serial = read('sys/class/dmi/id/product_serial') ?? read('proc/device-tree/serial-number')
  const model = read('sys/class/dmi/id/product_name') ?? read('proc/device-tree/model')
  return {
    serial: serial ?? fromMachineId(read('etc/machine-id')),
    hardware: [model, platform(), arch()]
      .filter((part) => part !== null)
      .join(' ')
      .slice(0, MAX_LENGTH),
  }
}

function fromMachineId(id: string | null): string {
  if (id === null) return 'unknown'
  return `machine-${createHmac('sha256', id).update(NAME).digest('hex').slice(0, 16)}`
}

function cleaned(path: string): string | null {
  try {
    // texts of the device tree end with a zero
    const text = readFileSync(path, 'utf8').replaceAll('\0', '').trim()
    return text === '' || UNFILLED.test(text) ? null : text.slice(0, MAX_LENGTH)
  } catch {
    return null
  }
}
