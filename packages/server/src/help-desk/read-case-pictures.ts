import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectPhotosOf } from '../photos/photo-queries'
import type { RepairCase } from '../repair/case-queries'
import type { MarkedPhoto } from '../repair/pdf/read-pictures'
import { selectMarks } from './mark-queries'
import { selectSessionsOfCase } from './session-queries'

/** Pictures of the sessions of a case with what is drawn on each, as far as the caller sees them. */
export async function readCasePictures(
  db: Db,
  user: SignedIn,
  repair: Pick<RepairCase, 'storeId' | 'repairCaseId'>,
): Promise<MarkedPhoto[]> {
  const rows = await selectSessionsOfCase(db, scopeOf(user), repair)
  const ids = rows.map(({ helpSessionId }) => helpSessionId)
  const photos = await selectPhotosOf(db, repair.storeId, 'help', ids)
  const marks = await selectMarks(db, repair.storeId, ids)
  return photos.map((photo) => ({
    photo,
    marks: marks.filter(({ photoId }) => photoId === photo.photoId).map(({ mark }) => mark),
  }))
}
