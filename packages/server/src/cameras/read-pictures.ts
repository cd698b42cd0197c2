import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { PictureState } from '../db/camera-tables'
import type { Db } from '../db/connect'
import { type PictureRow, selectPicturesOf } from './picture-queries'
import { type PictureReason, reasonOf } from './picture-reason'

/** A picture that was ordered, and what became of it. */
export interface OrderedPicture {
  readonly id: string
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly cameraId: string
  readonly cameraName: string
  readonly subject: PhotoSubject
  readonly subjectId: string
  /** Who ordered it. */
  readonly by: string
  readonly orderedAt: EpochMs
  readonly state: PictureState
  /** Why there is none, where it was refused or waited for in vain. */
  readonly reason: PictureReason | null
  readonly capturedAt: EpochMs | null
  /** Since when the camera has given the very same picture; `null`: it had not given it before. */
  readonly unchangedSince: EpochMs | null
  /** By how much the clock of the camera is ahead; `null`: it does not say its time. */
  readonly clockDifferenceMs: number | null
  /** The photo that it became; it may have been removed since. */
  readonly photoId: string | null
}

/** What was ordered for one thing, the oldest first; at most 500. */
export async function readPictures(
  db: Db,
  of: { readonly storeId: StoreId; readonly subject: PhotoSubject; readonly subjectId: string },
): Promise<OrderedPicture[]> {
  return (await selectPicturesOf(db, of)).map(pictureOf)
}

function pictureOf(row: PictureRow): OrderedPicture {
  const { cameraPictureId: id, subjectKind: subject, accountName: by, state } = row
  const { storeId, terminalId, cameraId, cameraName, subjectId, orderedAt } = row
  const { capturedAt, unchangedSince, clockDifferenceMs, photoId } = row
  return {
    ...{ id, storeId, terminalId, cameraId, cameraName, subject, subjectId, by, orderedAt, state },
    reason: reasonOf(row),
    ...{ capturedAt, unchangedSince, clockDifferenceMs, photoId },
  }
}
