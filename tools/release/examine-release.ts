import { existsSync } from 'node:fs'
import {
  type ReleaseKeys,
  type ReleaseManifest,
  type ReleaseProblem,
  readRelease,
} from '@coldkeep/contract/mqtt/release'
import { release } from '@coldkeep/contract/mqtt/release-shape'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { readShape } from './key-folder'
import { measureImage } from './measure-image'
import { releasePath } from './sign-image'

const ENDING = releasePath('')

type ImageState = 'as signed' | 'changed' | 'missing'

type Examination =
  | { readonly problem: ReleaseProblem }
  | {
      readonly problem: null
      readonly manifest: ReleaseManifest
      readonly keys: ReleaseKeys
      /** Whether the file next to the release is the one that was signed. */
      readonly image: ImageState
    }

interface Trust {
  readonly root: TrustedKey
  /** The number of a list of keys that is known; 0: none. */
  readonly knownKeys: number
  readonly now: EpochMs
}

/** Judges a release as a terminal does. @param path of the release, or of its image */
export async function examineRelease(path: string, trust: Trust): Promise<Examination> {
  const image = path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path
  const read = readRelease(readShape(releasePath(image), release, 'no release'), trust)
  if (!read.ok) return { problem: read.problem }
  return { problem: null, ...read.value, image: await imageState(image, read.value.manifest) }
}

async function imageState(path: string, { size, sha256 }: ReleaseManifest): Promise<ImageState> {
  if (!existsSync(path)) return 'missing'
  const measured = await measureImage(path)
  return measured.size === size && measured.sha256 === sha256 ? 'as signed' : 'changed'
}
