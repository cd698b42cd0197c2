import { type ReleaseManifest, readRelease } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { compareVersions } from '@coldkeep/domain/firmware/program-version'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** Why nothing is installed, as it is reported. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

export interface ReleaseRules {
  readonly root: TrustedKey
  /** The highest number of a list of keys that was believed before; 0: none. */
  readonly knownKeys: number
  readonly now: EpochMs
  /** What this machine can be updated with. */
  readonly type: string
  /** The version that runs. */
  readonly installed: string
}

/** A release that may be installed here. */
export interface CheckedRelease {
  readonly manifest: ReleaseManifest
  /** Number of its list of keys: from now on no lower one is believed. */
  readonly keysNumber: number
}

/** Whether a release is believed, is for this machine, and may follow what runs. */
export function checkRelease(
  release: Release,
  { type, installed, ...trust }: ReleaseRules,
): Result<CheckedRelease, Refusal> {
  const read = readRelease(release, trust)
  if (!read.ok) return fail({ code: read.problem, text: reasons[read.problem] })
  const { manifest, keys } = read.value
  const { version, min, rollback } = manifest
  if (manifest.type !== type) {
    return fail({ code: 'E_TYPE', text: `for ${manifest.type}, and this is ${type}` })
  }
  if (min !== null && compareVersions(installed, min) < 0) {
    return fail({ code: 'E_OLD', text: `needs ${min} first, and ${installed} runs` })
  }
  const order = compareVersions(version, installed)
  if (order === 0 || (order < 0 && !rollback)) {
    return fail({ code: 'E_OLD', text: `${version} is not newer than ${installed}, which runs` })
  }
  return ok({ manifest, keysNumber: keys.number })
}

const reasons = {
  E_FORM: 'the release is not understood',
  E_SIG: 'the release is not signed by whom it must be',
  E_EXPIRED: 'the time of the release or of its keys is over',
  E_OLD_KEYS: 'its list of keys is older than one that was seen',
} as const
