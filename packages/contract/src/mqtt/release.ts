import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { PROTOCOL_VERSION } from './envelope'
import { firmwareTypeId, firmwareVersion, MOST_IMAGE_BYTES, type Release, sha256Hex } from './release-shape'
import { openSigned, readTrustedKeys } from './signed'
import { type TrustedKey, trustedKey } from './trusted-key'

const instantMs = z.int().check(z.gte(0))

/** The type of the terminal program for a kind of machine, as Node names it. */
export function programType(platform: string, arch: string): string {
  return `terminal-${platform}-${arch}`
}

/** What a release says of its image. */
const releaseManifest = z.strictObject({
  v: z.literal(PROTOCOL_VERSION),
  type: firmwareTypeId,
  version: firmwareVersion,
  size: z.int().check(z.gte(1), z.lte(MOST_IMAGE_BYTES)),
  sha256: sha256Hex,
  /** The lowest version over which it may be installed; `null`: any. */
  min: z.nullable(firmwareVersion),
  /** It may be installed over a newer version. */
  rollback: z.boolean(),
  /** Epoch milliseconds. */
  made: instantMs,
  expires: instantMs,
})
export type ReleaseManifest = z.output<typeof releaseManifest>

/** The keys that may sign manifests, as the root key names them. A list with a lower number than a known one is old. */
export const releaseKeys = z.strictObject({
  v: z.literal(PROTOCOL_VERSION),
  number: z.int().check(z.gte(1)),
  made: instantMs,
  expires: instantMs,
  current: trustedKey,
  next: trustedKey,
})
export type ReleaseKeys = z.output<typeof releaseKeys>

/** Why a release is not believed: not readable, not signed by whom it must be, over, or with keys older than known ones. */
export type ReleaseProblem = 'E_FORM' | 'E_SIG' | 'E_EXPIRED' | 'E_OLD_KEYS'

interface Trust {
  readonly root: TrustedKey
  /** The highest number of a list of keys that was believed before; 0: none. */
  readonly knownKeys: number
  readonly now: EpochMs
}

/** Follows the signatures from the root key to the manifest. */
export function readRelease(
  { keys: signedKeys, manifest: signedManifest }: Release,
  { root, knownKeys, now }: Trust,
): Result<{ readonly manifest: ReleaseManifest; readonly keys: ReleaseKeys }, ReleaseProblem> {
  const keysText = openSigned(signedKeys, readTrustedKeys([root]))
  if (!keysText.ok) return keysText
  const keys = z.safeParse(releaseKeys, keysText.value)
  if (!keys.success) return fail('E_FORM')
  const { current, next, expires, number } = keys.data
  if (number < knownKeys) return fail('E_OLD_KEYS')
  if (now >= expires) return fail('E_EXPIRED')
  const manifestText = openSigned(signedManifest, readTrustedKeys([current, next]))
  if (!manifestText.ok) return manifestText
  const manifest = z.safeParse(releaseManifest, manifestText.value)
  if (!manifest.success) return fail('E_FORM')
  if (now >= manifest.data.expires) return fail('E_EXPIRED')
  return ok({ manifest: manifest.data, keys: keys.data })
}
