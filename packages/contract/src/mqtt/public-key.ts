import * as z from 'zod/mini'

/** A key that terminals trust: its name in signed messages, and the ed25519 public key as SPKI (DER) in base64url. */
export const publicKey = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(32)),
  key: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/)),
})
export type PublicKey = z.output<typeof publicKey>
