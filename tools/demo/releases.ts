import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  beginFirmwareUpload,
  changeFirmwareImage,
  continueFirmwareUpload,
  listFirmwareImages,
} from '@coldkeep/contract/areas/firmware-images'
import { release } from '@coldkeep/contract/mqtt/release-shape'
import type { FirmwareImageId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { SIMULATED_TYPE, type SimulatedImage } from '@coldkeep/simulator/live/simulated-image'
import { LIST_FILE, makeFolder, ROOT_PUBLIC_FILE, readShape } from '../release/key-folder'
import { releasePath, signImage } from '../release/sign-image'
import type { Visitor } from './visitor'

/** No one comes back to a demo that is older. */
const KEY_DAYS = 3650
const RELEASE_DAYS = 1825

export interface DemoImage {
  readonly name: string
  readonly version: string
  readonly behaviour: NonNullable<SimulatedImage['behaviour']>
  /** May be installed over newer ones. */
  readonly rollback: boolean
  readonly isReleased: boolean
}

/** What simulated terminals can be updated with: a good build, the one that they came with, and one to see fail. */
const images: readonly DemoImage[] = [
  {
    name: 'simulated-terminal-1.0.0.json',
    version: '1.0.0',
    behaviour: {},
    rollback: true,
    isReleased: true,
  },
  {
    name: 'simulated-terminal-1.1.0.json',
    version: '1.1.0',
    behaviour: {},
    rollback: false,
    isReleased: true,
  },
  {
    name: 'simulated-terminal-1.2.0-does-not-start.json',
    version: '1.2.0',
    behaviour: { startsNot: true },
    rollback: false,
    isReleased: false,
  },
]

interface ReleaseFolders {
  readonly releaseKeys: string
  readonly releaseImages: string
}

/**
 * Makes the keys that sign the releases of the demo, unless there are some.
 * @returns the file with the public part of the root key
 */
export function ensureReleaseKeys(folder: string, now: EpochMs): string {
  // what is written last: a folder without it was interrupted
  if (!existsSync(join(folder, LIST_FILE))) {
    makeFolder(folder, { now, days: KEY_DAYS, passphrase: null, isForced: true })
    closeToOthers(folder)
  }
  return join(folder, ROOT_PUBLIC_FILE)
}

/** Writes images with their releases into a folder, so that people can try to upload them. Those that are there stay. */
export async function writeImages(folders: ReleaseFolders, now: EpochMs): Promise<void> {
  for (const image of images)
    if (!existsSync(releasePath(join(folders.releaseImages, image.name))))
      await writeImage(folders, image, now)
}

export async function writeImage(
  { releaseKeys, releaseImages }: ReleaseFolders,
  { name, version, behaviour, rollback }: DemoImage,
  now: EpochMs,
): Promise<void> {
  mkdirSync(releaseImages, { recursive: true, mode: 0o700 })
  const path = join(releaseImages, name)
  const image: SimulatedImage = { program: 'simulated-terminal', version, behaviour }
  writeFileSync(path, `${JSON.stringify(image, null, 2)}\n`)
  const claims = { type: SIMULATED_TYPE, version, min: null, rollback, days: RELEASE_DAYS }
  await signImage(path, claims, { folder: releaseKeys, passphrase: null, now, isForced: false })
  closeToOthers(releaseImages)
}

/** As all else in the data folder, which the server looks through at each start. */
function closeToOthers(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600)
}

/**
 * Uploads these images, as someone who releases would; nothing where the server has some.
 * @throws Error where the server refuses any of it
 */
export async function uploadImages(visitor: Visitor, { releaseImages }: ReleaseFolders): Promise<void> {
  const { files } = await visitor.call(listFirmwareImages, { query: { type: SIMULATED_TYPE } })
  if (files.length > 0) return
  for (const image of images) await uploadImage(visitor, releaseImages, image)
}

export async function uploadImage(
  visitor: Visitor,
  folder: string,
  { name, isReleased }: Pick<DemoImage, 'name' | 'isReleased'>,
): Promise<FirmwareImageId> {
  const path = join(folder, name)
  const bytes = new Uint8Array(readFileSync(path))
  const signed = readShape(releasePath(path), release, 'no release')
  const { id: uploadId, offset } = await visitor.call(beginFirmwareUpload, {
    body: { type: SIMULATED_TYPE, name, size: bytes.length, release: signed },
  })
  const { image } = await visitor.callWithBytes(
    continueFirmwareUpload,
    { params: { uploadId }, query: { offset } },
    bytes.subarray(offset),
  )
  if (image === null) throw new Error(`${name} was not taken whole`)
  const { id: imageId } = image
  if (isReleased)
    await visitor.call(changeFirmwareImage, { params: { imageId }, body: { state: 'released' } })
  return imageId
}
