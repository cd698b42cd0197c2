import * as z from 'zod/mini'

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/))

/**
 * A message of the server to a terminal, as it travels: `k` name of the key, `p` the text in base64url, `sig`
 * the ed25519 signature (RFC 8032) over the bytes of `p`. Signing what is transported needs no canonical
 * form.
 */
export const signedMessage = z.object({
  k: z.string().check(z.minLength(1), z.maxLength(32)),
  p: base64url,
  sig: base64url,
})
export type SignedMessage = z.output<typeof signedMessage>
