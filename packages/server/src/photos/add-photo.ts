import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import type { KeptPicture } from './keep-picture'
import type { PhotoFiles } from './photo-files'
import { insertPhoto, lockPhotosOf, type PhotoRow, selectPhoto, selectPhotosOf } from './photo-queries'
import type { PhotoOwner } from './photo-subject'

/** Photos of this server. */
export interface PhotoStore {
  readonly files: PhotoFiles
  /** Of one record. */
  readonly most: number
}

/** Of one session of help, which has photos of people and of cameras. */
const MOST_OF_HELP = 200

export interface NewPhoto {
  readonly photoId: string
  readonly subject: PhotoSubject
  readonly subjectId: string
  readonly picture: Pick<KeptPicture, 'type' | 'width' | 'height' | 'sha256'>
  readonly takenAt: EpochMs
  readonly takenFrom: PhotoRow['takenFrom']
  readonly enteredAt: EpochMs
  readonly by: { readonly accountId: AccountId; readonly name: string }
}

/**
 * Stores a photo where there is room for one more; one that came at the same time is that one.
 * @throws Problem `photo.too_many`, `photo.taken`
 */
export async function addPhoto(
  trx: Trx,
  owner: PhotoOwner,
  { photoId, subject, subjectId, picture, takenAt, takenFrom, enteredAt, by }: NewPhoto,
  { most: ofRecord }: Pick<PhotoStore, 'most'>,
  now: EpochMs,
): Promise<PhotoRow> {
  const most = subject === 'help' ? MOST_OF_HELP : ofRecord
  await lockPhotosOf(trx, subject, subjectId)
  const known = knownPhoto(await selectPhoto(trx, photoId), { subject, subjectId })
  if (known !== null) return known
  const others = await selectPhotosOf(trx, owner.storeId, subject, [subjectId])
  if (others.length >= most) throw new Problem('photo.too_many', { most })
  const { type, width, height, sha256 } = picture
  const row = await insertPhoto(trx, {
    storeId: owner.storeId,
    photoId,
    subjectKind: subject,
    subjectId,
    ...{ sha256, type, width, height, takenFrom },
    // what a clock that is ahead says is no later than now
    takenAt: epochMs(Math.min(takenAt, now)),
    enteredAt: epochMs(Math.min(enteredAt, now)),
    receivedAt: now,
    accountId: by.accountId,
    accountName: by.name,
  })
  await auditPhoto(trx, { by, now }, 'add', owner, row)
  return row
}

/** @throws Problem `photo.taken` where the id belongs to a photo of something else */
export function knownPhoto(
  row: PhotoRow | null,
  { subject, subjectId }: Pick<NewPhoto, 'subject' | 'subjectId'>,
): PhotoRow | null {
  if (row !== null && (row.subjectKind !== subject || row.subjectId !== subjectId))
    throw new Problem('photo.taken')
  return row
}

export function auditPhoto(
  db: Db,
  { by, now }: Pick<NewPhoto, 'by'> & { readonly now: EpochMs },
  act: 'add' | 'remove',
  { storeId, deviceIds, title }: PhotoOwner,
  { photoId, sha256, takenAt, takenFrom }: PhotoRow,
): Promise<void> {
  const detail = {
    photo: photoId,
    sha256: Buffer.from(sha256).toString('hex'),
    takenAt: new Date(takenAt).toISOString(),
    takenFrom,
  }
  return addAudit(db, {
    at: now,
    by,
    ...{ storeId, deviceIds, subject: title, detail },
    kind: `photo.${act}`,
    outcome: 'done',
  })
}
