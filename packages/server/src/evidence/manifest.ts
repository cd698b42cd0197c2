import { createHash, type KeyObject, sign } from 'node:crypto'
import * as z from 'zod/mini'
import type { PackFile } from './pack-folder'

export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.sig'
export const KEY_FILE = 'public-key.pem'
/** These are generated from the others, so their hashes cannot be printed in them. */
const DESCRIBING_FILES = ['evidence.pdf', 'README.txt'] as const

const packFile = z.object({
  path: z.string().check(z.regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/)),
  bytes: z.int().check(z.gte(0)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** The description of a pack; the signature is over the bytes of this file. */
export const manifest = z.object({
  format: z.literal('coldkeep-evidence'),
  version: z.literal(1),
  store: z.object({ id: z.number(), code: z.string(), name: z.string(), zone: z.string() }),
  first: z.string(),
  last: z.string(),
  judged_until: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  language: z.string(),
  /** Breaches of the period; packs of before corrective action was kept have none. */
  breaches: z.optional(z.object({ open: z.int().check(z.gte(0)), closed: z.int().check(z.gte(0)) })),
  /** SHA-256 over a line `hash, two blanks, path` for each data file in the order of their paths, as `sha256sum` prints. */
  data_digest: z.string(),
  files: z.array(packFile),
})
export type Manifest = z.output<typeof manifest>

/** One hash for all files that the samples and tables are in: what is printed on the pages. */
export function digestOf(files: readonly PackFile[]): string {
  const isData = ({ path }: PackFile) => ![...DESCRIBING_FILES, KEY_FILE].some((one) => one === path)
  const hash = createHash('sha256')
  for (const { path, sha256 } of [...files].filter(isData).sort(byPath)) hash.update(`${sha256}  ${path}\n`)
  return hash.digest('hex')
}

/** The manifest as it is written, and the file with the signature over its bytes. */
export function signManifest(
  content: Manifest,
  privateKey: KeyObject,
): { readonly text: string; readonly seal: string } {
  const text = `${JSON.stringify({ ...content, files: [...content.files].sort(byPath) }, null, 2)}\n`
  const bytes = Buffer.from(text)
  return { text, seal: sealText({ sha256: sha256Of(bytes), signature: sign(null, bytes, privateKey) }) }
}

/** The file of the signature: the hash shows which of the two was changed. */
export interface Seal {
  /** Of the manifest, lower-case hexadecimal. */
  readonly sha256: string
  readonly signature: Uint8Array
}

const SEAL = /^sha256 ([0-9a-f]{64})\nsignature ([A-Za-z0-9+/]{86}==)\n$/

/** `null` for what is not spelled exactly as {@link signManifest} does: a changed byte is a changed byte. */
export function readSeal(text: string): Seal | null {
  const [, sha256 = '', spelled = ''] = SEAL.exec(text) ?? []
  const seal = { sha256, signature: Buffer.from(spelled, 'base64') }
  return sealText(seal) === text ? seal : null
}

function sealText({ sha256, signature }: Seal): string {
  return `sha256 ${sha256}\nsignature ${Buffer.from(signature).toString('base64')}\n`
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function byPath(a: PackFile, b: PackFile): number {
  return a.path < b.path ? -1 : 1
}
