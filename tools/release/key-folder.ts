import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import { type ReleaseKeys, releaseKeys } from '@coldkeep/contract/mqtt/release'
import {
  openSigned,
  readTrustedKeys,
  type SignedMessage,
  type SigningKey,
  signedMessage,
  signMessage,
} from '@coldkeep/contract/mqtt/signed'
import { type TrustedKey, trustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { makeKey, type Passphrase, readKey, trustedKeyOf, writeKey } from './key-file'
import { writeWhole } from './write-whole'

/**
 * A folder of release keys holds `root.pem`, `root.json` with its public part, a file for each of the two keys that may
 * sign, named by the key, and `keys.json`: who they are and which is which, signed by the root. Which key is current
 * is in that one file alone, so that a change of keys that is interrupted has happened or has not.
 */
const ROOT_FILE = 'root.pem'
export const ROOT_PUBLIC_FILE = 'root.json'
export const LIST_FILE = 'keys.json'
const KEY_FILE = /^key-[0-9a-f]{12}\.pem$/

interface Settings {
  readonly now: EpochMs
  /** How long the list of keys is valid. */
  readonly days: number
  readonly passphrase: Passphrase
}

/** The list, as the root has signed it and as it reads. */
interface KeyList {
  readonly signed: SignedMessage
  readonly keys: ReleaseKeys
}

/** Makes a root key, a current one, the next one and the first list. */
export function makeFolder(folder: string, settings: Settings & { readonly isForced: boolean }): ReleaseKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const existing = readdirSync(folder).filter(
    (name) => [ROOT_FILE, ROOT_PUBLIC_FILE, LIST_FILE].includes(name) || KEY_FILE.test(name),
  )
  if (existing.length > 0 && !settings.isForced)
    throw new Error(
      `${folder} holds release keys; --force replaces them, and terminals packed with their root believe no new ones`,
    )
  for (const name of existing) rmSync(join(folder, name))
  // keys are never committed, wherever the folder lies
  writeWhole(join(folder, '.gitignore'), '*\n', 0o644)
  const [root, current, next] = [makeKey(), makeKey(), makeKey()]
  writeKey(join(folder, ROOT_FILE), root, settings.passphrase)
  for (const key of [current, next]) writeKey(keyPath(folder, key.name), key, settings.passphrase)
  writeWhole(join(folder, ROOT_PUBLIC_FILE), `${JSON.stringify(trustedKeyOf(root))}\n`, 0o644)
  return writeList(
    folder,
    root,
    { number: 1, current: trustedKeyOf(current), next: trustedKeyOf(next) },
    settings,
  )
}

interface Change extends Settings {
  /** Where the root key is kept; `null`: in the folder. */
  readonly rootPath: string | null
  /** Neither key that could sign may do so any longer, as where the next one is lost or both were stolen. */
  readonly isBoth: boolean
}

/** The next key becomes the current one, and another next one is made. */
export function rotateKeys(folder: string, { rootPath, isBoth, ...settings }: Change): ReleaseKeys {
  const { keys: before } = readList(folder)
  const root = readKey(rootPath ?? join(folder, ROOT_FILE), settings.passphrase)
  if (trustedKeyOf(root).x !== readRoot(folder).x) throw new Error(`the root key is not that of ${folder}`)
  const made = isBoth ? [makeKey(), makeKey()] : [makeKey()]
  // a next key that cannot be read is found before the current one is given up
  const current = isBoth
    ? trustedKeyOf(made[0]!)
    : trustedKeyOf(readFolderKey(folder, before.next, settings.passphrase))
  for (const key of made) writeKey(keyPath(folder, key.name), key, settings.passphrase)
  const roles = { number: before.number + 1, current, next: trustedKeyOf(made.at(-1)!) }
  const after = writeList(folder, root, roles, settings)
  for (const { k } of [before.current, before.next])
    if (k !== current.k) rmSync(keyPath(folder, k), { force: true })
  return after
}

/** @throws Error where the list is missing, damaged or not signed by the root of the folder */
export function readList(folder: string): KeyList {
  const signed = readShape(join(folder, LIST_FILE), signedMessage, 'no list of release keys')
  const content = openSigned(signed, readTrustedKeys([readRoot(folder)]))
  const keys = content.ok ? z.safeParse(releaseKeys, content.value) : null
  if (!keys?.success)
    throw new Error(`${join(folder, LIST_FILE)} is not signed by the root key of the folder`)
  return { signed, keys: keys.data }
}

/** The key that signs now. */
export function readCurrentKey(folder: string, { current }: ReleaseKeys, passphrase: Passphrase): SigningKey {
  return readFolderKey(folder, current, passphrase)
}

export function readRoot(folder: string): TrustedKey {
  return readRootFile(join(folder, ROOT_PUBLIC_FILE))
}

export function readRootFile(path: string): TrustedKey {
  return readShape(path, trustedKey, 'no public part of a root key')
}

/** A file of JSON. @throws Error that says what it should have been */
export function readShape<Shape extends z.ZodMiniType>(
  path: string,
  shape: Shape,
  fault: string,
): z.output<Shape> {
  const text = readFileSync(path, 'utf8')
  try {
    return z.parse(shape, JSON.parse(text))
  } catch {
    throw new Error(`${path} is ${fault}`)
  }
}

function readFolderKey(folder: string, { k, x }: TrustedKey, passphrase: Passphrase): SigningKey {
  const path = keyPath(folder, k)
  if (!existsSync(path)) throw new Error(`${path} is missing: docs/releases.md says what to do without it`)
  const key = readKey(path, passphrase)
  if (trustedKeyOf(key).x !== x) throw new Error(`${path} holds another key than its name says`)
  return key
}

function keyPath(folder: string, name: string): string {
  return join(resolve(folder), `key-${name}.pem`)
}

function writeList(
  folder: string,
  root: SigningKey,
  roles: Pick<ReleaseKeys, 'number' | 'current' | 'next'>,
  { now, days: count }: Settings,
): ReleaseKeys {
  const keys: ReleaseKeys = { v: PROTOCOL_VERSION, ...roles, made: now, expires: later(now, days(count)) }
  writeWhole(join(folder, LIST_FILE), `${JSON.stringify(signMessage(keys, root))}\n`, 0o644)
  return keys
}
