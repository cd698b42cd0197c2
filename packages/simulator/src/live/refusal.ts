import { type CommandResult, commandResult } from '@coldkeep/contract/mqtt/command'
import { PROTOCOL_VERSION, unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { signedMessage } from '@coldkeep/contract/mqtt/signed'

/**
 * The id of a command or of a desired configuration, whoever signed it: nothing of it is carried out, so
 * nothing needs to be verified.
 * @returns `null` for everything else, as for the empty message that takes a configuration away
 */
export function orderIn(bytes: Uint8Array): string | null {
  const unpacked = unpackMessage(bytes)
  const signed = signedMessage.safeParse(unpacked.ok ? unpacked.value : null)
  if (!signed.success) return null
  const order = unpackMessage(Buffer.from(signed.data.p, 'base64url'))
  const { id } = (order.ok ? order.value : {}) as { readonly id?: unknown }
  const read = commandResult.shape.id.safeParse(id)
  return read.success ? read.data : null
}

/** The answer to an order to a store that only reports. */
export function refusalOf(
  id: string,
  { epoch, sequence, at }: { readonly epoch: string; readonly sequence: number; readonly at: number },
): CommandResult {
  const err = { code: 'E_SIMULATED', text: 'the store is simulated' }
  return { v: PROTOCOL_VERSION, e: epoch, s: sequence, id, st: 'refused', at, err }
}
