import { modbus } from './live-box'
import type { Behaviour } from './odd-slave'

/** A thermometer of unit 5 that shows in tenths of a degree how often it was read. */
export function countingSlave(): { readonly behaviour: Behaviour; answered(): number } {
  let count = 0
  const behaviour = modbus(() => {
    count++
    return Uint8Array.of(5, 3, 2, count >> 8, count & 0xff)
  })
  return { behaviour, answered: () => count }
}
