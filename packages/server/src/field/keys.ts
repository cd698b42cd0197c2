import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { fail, ok, type Result } from '@coldkeep/domain/result'

const PRESENT_FILE = 'field-key.pem'
const NEXT_FILE = 'field-key-next.pem'
const NAME_LENGTH = 12

/** The keys with which the server signs what it tells terminals to do. */
export interface FieldKeys {
  readonly signing: SigningKey
  /** What terminals are to trust: the key in use, and the one that will follow it. */
  publicKeys(): readonly TrustedKey[]
}

/**
 * Reads the keys from the data folder and makes those that are missing. Where only the next key is there it takes over,
 * and another next one is made: removing the present file is how keys are changed. Several processes that start at once
 * on the same folder agree on the same keys.
 * @returns one line that says what is wrong with which file
 */
export function loadFieldKeys(dataFolder: string): Result<FieldKeys, string> {
  const present = join(dataFolder, PRESENT_FILE)
  const next = join(dataFolder, NEXT_FILE)
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    takeOver(next, present)
    const pair: SigningKey[] = []
    for (const path of [present, next]) {
      const key = readKey(path)
      if (!key.ok) return key
      pair.push(key.value)
    }
    const [signing, following] = pair as [SigningKey, SigningKey]
    return ok({ signing, publicKeys: () => [signing, following].map(trustedKeyOf) })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail(`${dataFolder}: the key for terminals cannot be read or made (${code})`)
  }
}

/** Where the present key is gone and a next one waits, that becomes the present one; a link fails where one is there. */
function takeOver(next: string, present: string): void {
  try {
    linkSync(next, present)
    rmSync(next)
  } catch (error) {
    if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error
  }
}

function readKey(path: string): Result<SigningKey, string> {
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

/** Written whole under another name and then linked: nobody ever reads half a key, and the first of several wins. */
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

function trustedKeyOf({ name, privateKey }: SigningKey): TrustedKey {
  return { k: name, x: publicTextOf(privateKey) }
}

/** The name follows from the key, so that no list of names has to be kept. */
function nameOf(privateKey: KeyObject): string {
  return createHash('sha256').update(publicTextOf(privateKey)).digest('hex').slice(0, NAME_LENGTH)
}

function publicTextOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new Error('an ed25519 key has a public part')
  return x
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
