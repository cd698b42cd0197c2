import { createCipheriv } from 'node:crypto'
import { RfbError } from './rfb-error'

export const CHALLENGE_BYTES = 16
/** The rest of a longer password was never looked at by any server (RFC 6143, 7.2.2). */
const PASSWORD_BYTES = 8

/**
 * The answer to a challenge: both of its halves encrypted by DES with the password as the key (RFC 6143, 7.2.2).
 * @param password characters up to U+00FF, each one byte; what is after the eighth does not count
 * @param challenge 16 bytes
 * @returns 16 bytes
 * @throws RfbError `password` for other characters
 */
export function encryptChallenge(password: string, challenge: Uint8Array): Buffer {
  const key = Buffer.alloc(PASSWORD_BYTES)
  for (const [index, character] of [...password].slice(0, PASSWORD_BYTES).entries()) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0xff) throw new RfbError('password', 'a character of the password is not one byte')
    key[index] = mirrored(code)
  }
  // OpenSSL 3 has no single DES any more; three times the same key makes triple DES the same.
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(challenge), cipher.final()])
}

/** The first VNC read the bits of its key the other way round, and all do since (RFC 6143 does not mention it). */
function mirrored(byte: number): number {
  let bits = 0
  for (let place = 0; place < 8; place++) if (byte & (1 << place)) bits |= 0x80 >> place
  return bits
}
