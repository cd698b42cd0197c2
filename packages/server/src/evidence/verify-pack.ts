import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { measureAll } from '../files/measure'
import { fingerprintOf } from './evidence-key'
import {
  digestOf,
  KEY_FILE,
  MANIFEST_FILE,
  type Manifest,
  manifest,
  readSeal,
  SIGNATURE_FILE,
  sha256Of,
} from './manifest'
import { type PackFile, packFile } from './pack-folder'

/** The files of a pack, wherever they lie. A file that cannot be read whole fails while it is read. */
export interface OpenedPack {
  /** In any order; one that is there twice is named twice. */
  readonly paths: readonly string[]
  read(path: string): Promise<AsyncIterable<Uint8Array>>
}

/** What is wrong with a file of a pack. */
export interface PackFault {
  readonly path: string
  /** `key`: it is signed by another key than the trusted one, or by none. */
  readonly reason: 'changed' | 'missing' | 'added' | 'twice' | 'unreadable' | 'key'
}

export interface PackReport {
  readonly faults: readonly PackFault[]
  /** `null` where the manifest holds nothing that can be believed. */
  readonly manifest: Manifest | null
  readonly digest: string | null
  /** Of the key that signed it; `null` where there is none. */
  readonly fingerprint: string | null
  /** Whether that key is one that the caller trusts, rather than one that came with the pack. */
  readonly isKeyTrusted: boolean
}

/** The manifest, its signature and the key are read whole: no larger ones are ours. */
const MOST_WHOLE_BYTES = 16 * 1024 ** 2

/**
 * Checks each file of a pack against its manifest, and the manifest against its signature.
 * @param trusted the key that must have signed; `null`: the one in the pack, which then proves only that
 * nothing was changed by someone who cannot sign again
 */
export async function verifyPack(pack: OpenedPack, trusted: KeyObject | null): Promise<PackReport> {
  const faults: PackFault[] = []
  for (const path of new Set(pack.paths.filter((one, at) => pack.paths.indexOf(one) !== at)))
    faults.push({ path, reason: 'twice' })
  const whole = async (path: string) => {
    if (!pack.paths.includes(path)) {
      faults.push({ path, reason: 'missing' })
      return null
    }
    const content = await readWhole(pack, path)
    if (content === null) faults.push({ path, reason: 'unreadable' })
    return content
  }
  const text = await whole(MANIFEST_FILE)
  const spelled = await whole(SIGNATURE_FILE)
  const pem = await whole(KEY_FILE)
  const own = readKey(pem)
  const read = readManifest(text)
  if (text !== null && read === null) faults.push({ path: MANIFEST_FILE, reason: 'unreadable' })
  const isKeyWhole = pem !== null && read?.files.some((file) => file.sha256 === sha256Of(pem)) === true
  if (text !== null && spelled !== null)
    faults.push(...checkSeal({ text, spelled, own, trusted, isKeyWhole }))
  // the claims of a changed manifest about the other files are not to be believed
  const claimed = faults.some(({ path }) => path === MANIFEST_FILE) ? null : read
  const found = claimed === null ? [] : await compare(pack, claimed, faults)
  const key = trusted ?? own
  const fingerprint = key === null ? null : fingerprintOf(key)
  const digest = claimed === null ? null : digestOf(found)
  return { faults: inOrder(faults), manifest: claimed, digest, fingerprint, isKeyTrusted: trusted !== null }
}

interface Sealed {
  readonly text: Buffer
  readonly spelled: Buffer
  readonly own: KeyObject | null
  readonly trusted: KeyObject | null
  /** The key of the pack is the one that its manifest names. */
  readonly isKeyWhole: boolean
}

/** Which of manifest, signature and key is not what it was. */
function checkSeal({ text, spelled, own, trusted, isKeyWhole }: Sealed): PackFault[] {
  const seal = readSeal(spelled.toString('latin1'))
  if (seal === null) return [{ path: SIGNATURE_FILE, reason: 'changed' }]
  const key = trusted ?? own
  const holds = (one: KeyObject | null) => one !== null && verify(null, text, one, seal.signature)
  const isSameText = seal.sha256 === sha256Of(text)
  if (holds(key)) return isSameText ? [] : [{ path: SIGNATURE_FILE, reason: 'changed' }]
  if (!isSameText) return [{ path: MANIFEST_FILE, reason: 'changed' }]
  if (trusted !== null && holds(own)) return [{ path: KEY_FILE, reason: 'key' }]
  return [isKeyWhole ? { path: SIGNATURE_FILE, reason: 'changed' } : { path: KEY_FILE, reason: 'key' }]
}

async function compare(pack: OpenedPack, claimed: Manifest, faults: PackFault[]): Promise<PackFile[]> {
  const found: PackFile[] = []
  for (const file of claimed.files) {
    if (!pack.paths.includes(file.path)) {
      if (file.path !== KEY_FILE) faults.push({ path: file.path, reason: 'missing' })
      continue
    }
    const hashed = await hashOf(pack, file.path)
    if (hashed === null) faults.push({ path: file.path, reason: 'unreadable' })
    else if (hashed.sha256 !== file.sha256 || hashed.bytes !== file.bytes)
      faults.push({ path: file.path, reason: 'changed' })
    if (hashed !== null) found.push(hashed)
  }
  const known = new Set([MANIFEST_FILE, SIGNATURE_FILE, ...claimed.files.map(({ path }) => path)])
  for (const path of new Set(pack.paths)) if (!known.has(path)) faults.push({ path, reason: 'added' })
  return found
}

async function hashOf(pack: OpenedPack, path: string): Promise<PackFile | null> {
  try {
    return packFile(path, await measureAll(await pack.read(path)))
  } catch {
    return null
  }
}

async function readWhole(pack: OpenedPack, path: string): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of await pack.read(path)) {
      bytes += chunk.length
      if (bytes > MOST_WHOLE_BYTES) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

function readKey(pem: Buffer | null): KeyObject | null {
  if (pem === null) return null
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function readManifest(text: Buffer | null): Manifest | null {
  if (text === null) return null
  try {
    return z.parse(manifest, JSON.parse(text.toString('utf8')))
  } catch {
    return null
  }
}

/** One line per file and reason. */
function inOrder(faults: readonly PackFault[]): PackFault[] {
  const byKey = new Map(faults.map((fault) => [`${fault.path} ${fault.reason}`, fault]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fault]) => fault)
}
