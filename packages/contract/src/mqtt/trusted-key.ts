import * as z from 'zod/mini'

/** A key whose signed messages a terminal carries out: `k` its name, `x` the ed25519 public key (RFC 8037) in base64url. */
export const trustedKey = z.strictObject({
  k: z.string().check(z.minLength(1), z.maxLength(32)),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
export type TrustedKey = z.output<typeof trustedKey>
