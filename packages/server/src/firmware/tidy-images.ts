import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { ImageFiles } from './image-files'
import { selectHashes } from './image-queries'
import { deleteOldUploads } from './upload-queries'

/** An upload that nobody has gone on with for so long is given up. */
const UPLOAD_KEPT_MS = days(2)

/** Removes uploads that were left, and files that no row names. */
export async function tidyImages(db: Db, files: ImageFiles, now: EpochMs): Promise<void> {
  const uploads = await deleteOldUploads(db, later(now, -UPLOAD_KEPT_MS))
  await files.tidy({ uploads, images: await selectHashes(db) }, now)
}
