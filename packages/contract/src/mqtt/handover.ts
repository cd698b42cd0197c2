import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { signedMessage } from './signed'
import { trustedKey } from './trusted-key'

/** No chain is longer: so many changes of the key a terminal may miss. */
export const MAX_HANDOVERS = 16

/**
 * Inside a signed message: a key lists the keys to trust from now on, itself and the one that will follow it.
 * All others are dropped, its predecessor included. `iat` and `exp` are epoch milliseconds; a handover given
 * later has a higher `iat`.
 */
export const handover = z.object({
  v: z.literal(PROTOCOL_VERSION),
  op: z.literal('keys.trust'),
  iat: z.int(),
  exp: z.int(),
  keys: z.array(trustedKey).check(z.minLength(1), z.maxLength(8)),
})
export type Handover = z.output<typeof handover>

/** `dn/key`: handovers, oldest first, each signed with a key that the one before it names. */
export const keyChain = z.object({
  v: z.literal(PROTOCOL_VERSION),
  chain: z.array(signedMessage).check(z.maxLength(MAX_HANDOVERS)),
})
