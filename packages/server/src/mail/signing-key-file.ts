import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import type { SigningKey } from '@coldkeep/contract/mqtt/signed'
import { fail, ok, type Result } from '@coldkeep/domain/result'

const NAME_LENGTH = 12

/**
 * Reads an ed25519 key from a file that only this account may read, and makes it where there is none. Several
 * processes that start at once agree on the same key.
 * @returns one line that describes what is wrong with the file
 */
export function readSigningKey(path: string): Result<SigningKey, string> {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
    makeKey(path)
    pem = readFileSync(path, 'utf8')
  }
  const privateKey = parseKey(pem)
  if (privateKey === null)
    return fail(`${path}: is no ed25519 private key in PEM form; restore it from a backup`)
  chmodSync(path, 0o600)
  return ok({ name: nameOf(privateKey), privateKey })
}

/**
 * Written whole under another name and then linked: half a key is never read, and the first of several wins.
 */
function makeKey(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, pem.toString())
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function parseKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** The name follows from the key, so that no list of names has to be kept. */
function nameOf(privateKey: KeyObject): string {
  return createHash('sha256').update(publicTextOf(privateKey)).digest('hex').slice(0, NAME_LENGTH)
}

/** The public part as in a JSON Web Key. */
export function publicTextOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an ed25519 key has a public part')
  return x
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
