import { createECDH, ECDH } from 'node:crypto'

const CURVE = 'prime256v1'

/**
 * A P-256 pair that identifies this server to the push services of browsers, in base64url (RFC 8292, VAPID).
 */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** True for the public key of a browser: a point of the curve, with which messages can be encrypted. */
export function isPushKey(text: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(text, 'base64url'), CURVE)
    return true
  } catch {
    return false
  }
}

/** @param privateKey 32 bytes */
export function pushKeys(privateKey: Uint8Array): PushKeys {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey).toString('base64url'),
  }
}
