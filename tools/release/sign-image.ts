import { existsSync } from 'node:fs'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import { type ReleaseManifest, readRelease } from '@coldkeep/contract/mqtt/release'
import { firmwareTypeId, firmwareVersion, type Release } from '@coldkeep/contract/mqtt/release-shape'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import { compareVersions } from '@coldkeep/domain/firmware/program-version'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { Passphrase } from './key-file'
import { readCurrentKey, readList, readRoot } from './key-folder'
import { measureImage } from './measure-image'
import { writeWhole } from './write-whole'

export interface ImageClaims {
  readonly type: string
  readonly version: string
  /** The lowest version over which it may be installed; `null`: any. */
  readonly min: string | null
  readonly rollback: boolean
  /** How long it may be installed. */
  readonly days: number
}

interface Settings {
  readonly folder: string
  readonly passphrase: Passphrase
  readonly now: EpochMs
  readonly isForced: boolean
}

export function releasePath(image: string): string {
  return `${image}.release.json`
}

/** Writes the release of an image next to it. */
export async function signImage(
  image: string,
  claims: ImageClaims,
  settings: Settings,
): Promise<ReleaseManifest> {
  const { folder, now } = settings
  refuseClaims(claims)
  const target = releasePath(image)
  if (existsSync(target) && !settings.isForced) throw new Error(`${target} exists; --force replaces it`)
  const { signed, keys } = readList(folder)
  const expires = later(now, days(claims.days))
  if (expires > keys.expires)
    throw new Error(
      `the list of keys ends on ${dayOf(keys.expires)}, before the release would on ${dayOf(expires)}: rotate the keys, or sign for fewer --days`,
    )
  const key = readCurrentKey(folder, keys, settings.passphrase)
  const { type, version, min, rollback } = claims
  const manifest: ReleaseManifest = {
    v: PROTOCOL_VERSION,
    type,
    version,
    ...(await measureImage(image)),
    min,
    rollback,
    made: now,
    expires,
  }
  const release: Release = { keys: signed, manifest: signMessage(manifest, key) }
  // what no terminal would believe is never written
  const read = readRelease(release, { root: readRoot(folder), knownKeys: keys.number, now })
  if (!read.ok) throw new Error(`the release would not be believed (${read.problem})`)
  writeWhole(target, `${JSON.stringify(release)}\n`, 0o644)
  return read.value.manifest
}

function refuseClaims({ type, version, min }: ImageClaims): void {
  if (!z.safeParse(firmwareTypeId, type).success)
    throw new Error(`--type ${type}: lowercase letters, digits and single hyphens, as terminal-linux-x64`)
  for (const [name, text] of [['version', version] as const, ['min', min] as const])
    if (text !== null && !z.safeParse(firmwareVersion, text).success)
      throw new Error(`--${name} ${text} is no version, as 1.20.3 or 1.20.3-rc.1`)
  if (min !== null && compareVersions(min, version) > 0)
    throw new Error(`--min ${min} is newer than the version ${version}`)
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
