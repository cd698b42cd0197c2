import { MAX_ROWS } from '@coldkeep/contract/mqtt/readings'
import type { Reading } from '@coldkeep/domain/points/reading'

/** The readings of a cycle in as few messages as hold them; a device stays whole. */
export function toBatches(devices: readonly (readonly Reading[])[]): (readonly Reading[])[] {
  const batches: Reading[][] = []
  for (const readings of devices) {
    const last = batches.at(-1)
    if (last && last.length + readings.length <= MAX_ROWS) last.push(...readings)
    else if (readings.length > 0) batches.push([...readings])
  }
  return batches
}
