import { commandResult } from '@coldkeep/contract/mqtt/command'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { signedMessage } from '@coldkeep/contract/mqtt/signed'
import type { InstallEnd } from '../installed-program'

/** A command or a desired configuration; what it says beyond its id is not checked yet. */
export interface Order {
  readonly id: string
  readonly op: unknown
  readonly arg: unknown
}

/**
 * Reads an order, whoever signed it: a simulated terminal has no keys of the server. What may change it, a release, has
 * signatures of its own.
 * @returns `null` for everything else, as for the empty message that takes a configuration away
 */
export function orderIn(bytes: Uint8Array): Order | null {
  const unpacked = unpackMessage(bytes)
  const signed = signedMessage.safeParse(unpacked.ok ? unpacked.value : null)
  if (!signed.success) return null
  const order = unpackMessage(Buffer.from(signed.data.p, 'base64url'))
  const { id, op, arg } = (order.ok ? order.value : {}) as Partial<Order>
  const read = commandResult.shape.id.safeParse(id)
  return read.success ? { id: read.data, op, arg } : null
}

/** The answer to an order to a store that only reports. */
export const SIMULATED: InstallEnd = {
  st: 'refused',
  err: { code: 'E_SIMULATED', text: 'the store is simulated' },
}
