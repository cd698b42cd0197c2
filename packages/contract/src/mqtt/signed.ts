import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { type EnvelopeProblem, unpackMessage } from './envelope'
import { type SignedMessage, signedMessage } from './signed-message'
import type { TrustedKey } from './trusted-key'

// browsers have its shape without the signing
export { type SignedMessage, signedMessage }

/** Keys by name, ready to verify with. */
export function readTrustedKeys(keys: readonly TrustedKey[]): ReadonlyMap<string, KeyObject> {
  return new Map(
    keys.map(({ k, x }) => [k, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })]),
  )
}

export interface SigningKey {
  readonly name: string
  readonly privateKey: KeyObject
}

export function signMessage(content: object, { name, privateKey }: SigningKey): SignedMessage {
  const p = Buffer.from(JSON.stringify(content), 'utf8').toString('base64url')
  return { k: name, p, sig: sign(null, Buffer.from(p, 'ascii'), privateKey).toString('base64url') }
}

/**
 * @param keys public keys by name that are trusted now
 * @returns what was signed; `E_SIG` for an unknown key, a wrong signature or a text that is no JSON
 */
export function openSigned(
  { k, p, sig }: SignedMessage,
  keys: ReadonlyMap<string, KeyObject>,
): Result<unknown, 'E_SIG'> {
  const key = keys.get(k)
  if (key === undefined) return fail('E_SIG')
  if (!verify(null, Buffer.from(p, 'ascii'), key, Buffer.from(sig, 'base64url'))) return fail('E_SIG')
  try {
    return ok(JSON.parse(Buffer.from(p, 'base64url').toString('utf8')))
  } catch {
    return fail('E_SIG')
  }
}

/** Opens a signed message as it came, and decodes what is in it. */
export function readSigned<Shape extends z.ZodMiniType>(
  shape: Shape,
  bytes: Uint8Array,
  keys: ReadonlyMap<string, KeyObject>,
): Result<z.output<Shape>, EnvelopeProblem | 'E_SIG'> {
  const unpacked = unpackMessage(bytes)
  if (!unpacked.ok) return unpacked
  const message = z.safeParse(signedMessage, unpacked.value)
  if (!message.success) return fail('E_FORM')
  const content = openSigned(message.data, keys)
  if (!content.ok) return content
  const read = z.safeParse(shape, content.value)
  return read.success ? ok(read.data) : fail('E_FORM')
}
