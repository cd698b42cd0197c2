import { createECDH } from 'node:crypto'

/** A P-256 pair that says to the makers of browsers whose messages these are, in base64url (RFC 8292, VAPID). */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** @param privateKey 32 bytes */
export function pushKeys(privateKey: Uint8Array): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey).toString('base64url'),
  }
}
