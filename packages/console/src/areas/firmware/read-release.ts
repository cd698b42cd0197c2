import { beginFirmwareUpload } from '@coldkeep/contract/areas/firmware-images'
import type { Input } from '@coldkeep/contract/call'
import * as z from 'zod/mini'
import { readJson } from '../../parts/read-json'

/** Of a release file; one that is longer is another file. */
export const MOST_RELEASE_BYTES = 16 * 1024

type Release = Input<typeof beginFirmwareUpload>['body']['release']

/** A release as it goes to the service, and what it says of its image. Whether it is true, the service finds out. */
export interface ChosenRelease {
  readonly release: Release
  readonly type: string
  readonly version: string
  readonly size: number
}

const { type, size, release } = beginFirmwareUpload.body.shape
const manifest = z.object({ type, size, version: z.string() })

/** What a release file holds; `null` for a text that is none. */
export function readReleaseText(text: string): ChosenRelease | null {
  const found = z.safeParse(release, readJson(text).value)
  if (!found.success) return null
  const stated = z.safeParse(manifest, readJson(textOf(found.data.manifest.p)).value)
  return stated.success ? { release: found.data, ...stated.data } : null
}

/** The text in base64url; empty where it is none. */
function textOf(base64url: string): string {
  try {
    const letters = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
  } catch {
    return ''
  }
}
