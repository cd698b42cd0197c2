import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SigningKey } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { writeWhole } from './write-whole'

const NAME_LENGTH = 12

/** Encrypts private keys where it is set; they lie open, for their account alone, where it is `null`. */
export type Passphrase = string | null

export function makeKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { name: nameOf(privateKey), privateKey }
}

/** What others need to verify with a key. */
export function trustedKeyOf({ name, privateKey }: SigningKey): TrustedKey {
  return { k: name, x: publicTextOf(privateKey) }
}

/** As PKCS 8 in PEM form. */
export function writeKey(path: string, { privateKey }: SigningKey, passphrase: Passphrase): void {
  const form = { type: 'pkcs8', format: 'pem' } as const
  const pem =
    passphrase === null
      ? privateKey.export(form)
      : privateKey.export({ ...form, cipher: 'aes-256-cbc', passphrase })
  writeWhole(path, pem.toString(), 0o600)
}

/** @throws Error that says in one line what is wrong with the file */
export function readKey(path: string, passphrase: Passphrase): SigningKey {
  const pem = readFileSync(path, 'utf8')
  const isEncrypted = pem.includes('BEGIN ENCRYPTED PRIVATE KEY')
  if (isEncrypted && passphrase === null)
    throw new Error(`${path} is encrypted: set COLDKEEP_RELEASE_PASSPHRASE`)
  const privateKey = parseKey(pem, passphrase)
  if (privateKey?.asymmetricKeyType === 'ed25519') return { name: nameOf(privateKey), privateKey }
  throw new Error(
    isEncrypted ? `${path}: the passphrase is not that of this key` : `${path} is no ed25519 private key`,
  )
}

function parseKey(key: string, passphrase: Passphrase): KeyObject | null {
  try {
    return createPrivateKey(passphrase === null ? key : { key, passphrase })
  } catch {
    return null
  }
}

/** The name follows from the key, as those of the server's keys do. */
function nameOf(privateKey: KeyObject): string {
  return createHash('sha256').update(publicTextOf(privateKey)).digest('hex').slice(0, NAME_LENGTH)
}

function publicTextOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an ed25519 key has a public part')
  return x
}
