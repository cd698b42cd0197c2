import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { readingsMessage } from '@coldkeep/contract/mqtt/readings'

/** The values in a message with readings; none in any other. */
export function valuesOf(bytes: Uint8Array): number[] {
  const read = readMessage(readingsMessage, bytes)
  return read.ok ? read.value.r.flatMap(([, , value]) => value ?? []) : []
}
