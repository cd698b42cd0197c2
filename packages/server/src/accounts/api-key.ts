import { createHash, randomBytes } from 'node:crypto'

/** Tells a key from a token, and lets scanners find one that has leaked. */
export const API_KEY_PREFIX = 'ck_'
const SELECTOR_BYTES = 6
const SECRET_BYTES = 32
const KEY = /^ck_([\w-]{8})([\w-]{43})$/

export interface KeyParts {
  /** Finds the row. */
  readonly selector: string
  /** What the database keeps of the rest. It is random, so a fast hash is enough. */
  readonly secretHash: Uint8Array
}

export function makeApiKey(): KeyParts & { readonly key: string } {
  const selector = randomBytes(SELECTOR_BYTES).toString('base64url')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { key: `${API_KEY_PREFIX}${selector}${secret}`, selector, secretHash: hashOf(secret) }
}

/** `null` for what cannot be a key. */
export function partsOfKey(key: string): KeyParts | null {
  const [, selector, secret] = KEY.exec(key) ?? []
  return selector === undefined || secret === undefined ? null : { selector, secretHash: hashOf(secret) }
}

function hashOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
