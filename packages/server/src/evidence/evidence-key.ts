import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { readSigningKey } from '../mail/signing-key-file'

const FILE = 'evidence-key.pem'

/** The key with which packs of evidence are signed. */
export interface EvidenceKey {
  readonly privateKey: KeyObject
  /** PEM, as it lies in each pack. */
  readonly publicPem: string
  /** SHA-256 of the public key, in groups of four digits: what people compare. */
  readonly fingerprint: string
}

/**
 * Reads the key from the data folder and makes it where there is none. It is not in the database: write
 * access there must not be enough to sign.
 * @returns one line that describes what is wrong with the file
 */
export function loadEvidenceKey(dataFolder: string): Result<EvidenceKey, string> {
  const path = join(dataFolder, FILE)
  let read: ReturnType<typeof readSigningKey>
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    read = readSigningKey(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail(`${path}: the key for evidence cannot be read or made (${code})`)
  }
  if (!read.ok) return read
  const { privateKey } = read.value
  const publicKey = createPublicKey(privateKey)
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return ok({ privateKey, publicPem, fingerprint: fingerprintOf(publicKey) })
}

/** SHA-256 over the public key in DER form, in groups of four hexadecimal digits. */
export function fingerprintOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const hex = createHash('sha256').update(der).digest('hex')
  return (hex.match(/.{4}/g) ?? []).join(' ')
}
