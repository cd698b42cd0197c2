import { commandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import { type ReleaseManifest, readRelease } from '@coldkeep/contract/mqtt/release'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { compareVersions } from '@coldkeep/domain/firmware/program-version'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { InstalledProgram } from '../installed-program'
import { SIMULATED_TYPE } from './simulated-image'

/** Why something is not installed, as it is reported. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

export interface CheckedOrder {
  readonly url: string
  readonly manifest: ReleaseManifest
  readonly keysNumber: number
}

/** Where simulated terminals fetch images, and from whose key the signatures of releases must follow. */
export interface UpdateSettings {
  readonly serverUrl: string
  readonly root: TrustedKey
}

interface Trust {
  readonly updates: UpdateSettings | null
  readonly installed: InstalledProgram
  readonly now: EpochMs
}

/** The checks of the real terminal program, in its order. */
export function checkOrder(arg: unknown, { updates, installed, now }: Trust): Result<CheckedOrder, Refusal> {
  if (updates === null) return refuse('E_NO_ROOT', 'this simulation has no root key of releases')
  const read = z.safeParse(commandArguments['fw.install'], arg)
  if (!read.success) return refuse('E_FORM', 'the order is not understood')
  const { release, url } = read.data
  const believed = readRelease(release, { root: updates.root, knownKeys: installed.keysNumber, now })
  if (!believed.ok) return refuse(believed.problem, 'the release is not believed')
  const { manifest, keys } = believed.value
  const { type, version, min, rollback, sha256 } = manifest
  if (type !== SIMULATED_TYPE) return refuse('E_TYPE', `for ${type}, and this is ${SIMULATED_TYPE}`)
  if (min !== null && compareVersions(installed.version, min) < 0)
    return refuse('E_OLD', `needs ${min} first, and ${installed.version} runs`)
  const order = compareVersions(version, installed.version)
  if (order === 0 || (order < 0 && !rollback))
    return refuse('E_OLD', `${version} is not newer than ${installed.version}, which runs`)
  if (!url.endsWith(`/${sha256}`)) return refuse('E_FORM', 'the address is that of another image')
  return ok({ url: `${updates.serverUrl}${url}`, manifest, keysNumber: keys.number })
}

function refuse(code: string, text: string): Result<never, Refusal> {
  return fail({ code, text })
}
