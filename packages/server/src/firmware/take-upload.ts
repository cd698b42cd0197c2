import { type ReleaseManifest, readRelease } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { Problem } from '@coldkeep/contract/problem'
import type { FirmwareImageId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Actor, addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import type { ImageFiles } from './image-files'
import { hasVersion, insertImage, selectKnownKeys } from './image-queries'
import { deleteUpload, type UploadRow } from './upload-queries'

/** What keeping images takes. */
export interface FirmwareStore {
  readonly files: ImageFiles
  /** The public part of the key from which all signatures follow; `null`: none is known, and nothing is accepted. */
  readonly root: TrustedKey | null
}

/**
 * Follows the signatures of a release.
 * @throws Problem `firmware.off`, `firmware.release_wrong`, `firmware.image_exists`
 */
export async function checkRelease(
  db: Db,
  { root }: Pick<FirmwareStore, 'root'>,
  release: Release,
  now: EpochMs,
): Promise<{ readonly manifest: ReleaseManifest; readonly keysNumber: number }> {
  if (root === null) throw new Problem('firmware.off')
  const read = readRelease(release, { root, knownKeys: await selectKnownKeys(db), now })
  if (!read.ok) throw new Problem('firmware.release_wrong', { code: read.problem })
  const { manifest, keys } = read.value
  if (await hasVersion(db, manifest.type, manifest.version)) {
    throw new Problem('firmware.image_exists', { version: manifest.version })
  }
  return { manifest, keysNumber: keys.number }
}

/**
 * Makes an image of an upload that is whole: its signatures are followed once more, since keys may have changed meanwhile.
 * @throws Problem as {@link checkRelease}, and `firmware.other_hash`: then the upload is removed
 */
export async function takeUpload(
  db: Db,
  firmware: FirmwareStore,
  upload: UploadRow,
  { by, now }: { readonly by: Actor; readonly now: EpochMs },
): Promise<FirmwareImageId> {
  const { firmwareUploadId: uploadId, firmwareTypeId: type, name, sha256, release } = upload
  const { manifest, keysNumber } = await checkRelease(db, firmware, release, now)
  const hashes = await firmware.files.finish(uploadId, sha256)
  if (hashes === null) {
    await deleteUpload(db, uploadId)
    await firmware.files.removeUpload(uploadId)
    throw new Problem('firmware.other_hash')
  }
  return db.transaction().execute(async (trx) => {
    const id = await insertImage(trx, { type, name, manifest, release, keysNumber, hashes, by, at: now })
    if (id === null) throw new Problem('firmware.image_exists', { version: manifest.version })
    await deleteUpload(trx, uploadId)
    await addAudit(trx, {
      at: now,
      by,
      storeId: null,
      kind: 'firmware.upload',
      subject: `${type} ${manifest.version}`,
      detail: { sha256, size: manifest.size },
      outcome: 'done',
    })
    return id
  })
}
