import { type PhotoSubject, pageOfPhotos, type putPhoto } from '@coldkeep/contract/areas/photos'
import { Problem, type ProblemCode } from '@coldkeep/contract/problem'
import { days, type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import type { PhotoFiles } from '../photo-files'
import {
  deletePhoto,
  insertPhoto,
  lockPhotosOf,
  type PhotoRow,
  selectPhoto,
  selectPhotosOf,
} from '../photo-queries'
import type { PhotoOwner, PhotoSubjects } from '../photo-subject'
import type { PictureProblem } from '../picture'
import { presentPhotos } from '../present-photos'
import { readPicture } from '../read-picture'

type PhotoCall = 'putPhoto' | 'removePhoto' | 'fetchPhoto' | 'getMostPhotos'

/** Photos of this server. */
export interface PhotoStore {
  readonly files: PhotoFiles
  /** Of one record. */
  readonly most: number
}

/** What calls about photos need. */
export interface PhotoCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly photos: PhotoStore
  readonly subjects: PhotoSubjects
}

const problems: Readonly<Record<PictureProblem, ProblemCode>> = {
  heic: 'photo.heic',
  other: 'photo.type',
  damaged: 'photo.damaged',
  pixels: 'photo.pixels',
}

/** By which the clock of a phone may be ahead. */
const AHEAD_MS = minutes(5)
const OLDEST_MS = days(3_660)

export function photoHandlers({ keys, photos, subjects }: PhotoCallParts): Pick<Handlers, PhotoCall> {
  const ownerOf = async (db: Db, user: SignedIn, { storeId, subjectKind, subjectId }: PhotoRow) => {
    const owner = await subjects[subjectKind].find(db, scopeOf(user), subjectId)
    return owner?.storeId === storeId ? owner : null
  }

  return {
    getMostPhotos: async () => ({ mostPhotos: photos.most }),

    putPhoto: async (context) => {
      const { db, user, clock, params, query, body } = context
      checkPage(user, query.subject)
      const owner = await subjects[query.subject].find(db, scopeOf(user), query.subjectId)
      if (owner === null) throw new Problem('photo.no_subject')
      const present = async (row: PhotoRow) => {
        const [photo] = await presentPhotos([row], { user, keys, clock })
        if (photo === undefined) throw new Problem('photo.unknown')
        return photo
      }
      const known = knownPhoto(await selectPhoto(db, params.id), query)
      if (known !== null) return present(known)
      checkTimes(query, clock.now())
      const picture = readPicture(body ?? new Uint8Array())
      if (!picture.ok) throw new Problem(problems[picture.problem])
      const sha256 = await photos.files.keep(picture.value.bytes)
      const row = await add(context, owner, { ...picture.value, sha256 }, photos.most)
      // a file that no row named may have been tidied away in the meantime
      if ((await photos.files.find(sha256)) === null) await photos.files.keep(picture.value.bytes)
      return present(row)
    },

    removePhoto: async ({ db, user, clock, params }) => {
      const row = await selectPhoto(db, params.id)
      const owner = row && (await ownerOf(db, user, row))
      if (row === null || owner === null) throw new Problem('photo.unknown')
      checkPage(user, row.subjectKind)
      if (row.accountId !== user.accountId) throw new Problem('photo.not_own')
      await db.transaction().execute(async (trx) => {
        await deletePhoto(trx, row)
        await subjects[row.subjectKind].forget(trx, owner, row.subjectId, row.photoId)
        await auditPhoto(trx, { user, now: clock.now() }, 'remove', owner, row)
      })
      return {}
    },

    fetchPhoto: async ({ db, user, params }) => {
      const row = await selectPhoto(db, params.id)
      if (row === null || (await ownerOf(db, user, row)) === null) throw new Problem('photo.unknown')
      const fileName = await photos.files.find(row.sha256)
      if (fileName === null) throw new Problem('photo.unknown')
      const name = `${row.photoId}.${row.type.replace('image/', '').replace('jpeg', 'jpg')}`
      return {
        from: 'disk',
        folder: photos.files.folder,
        fileName,
        name,
        type: row.type,
        etag: `"${fileName}"`,
      }
    },
  }
}

/** @throws Problem `access.page` */
function checkPage(user: SignedIn, subject: PhotoSubject): void {
  if (!user.pageKeys.has(pageOfPhotos[subject])) throw new Problem('access.page')
}

type Putting = Pick<CallContext<typeof putPhoto>, 'db' | 'user' | 'clock' | 'params' | 'query'>

interface KeptPicture {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly sha256: Uint8Array
}

/** Stores a photo where there is room for one more; one that came at the same time is that one. */
function add(
  { db, user, clock, params, query }: Putting,
  owner: PhotoOwner,
  { type, width, height, sha256 }: KeptPicture,
  most: number,
): Promise<PhotoRow> {
  const { subject, subjectId, takenAt, takenFrom, enteredAt } = query
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    await lockPhotosOf(trx, subject, subjectId)
    const known = knownPhoto(await selectPhoto(trx, params.id), query)
    if (known !== null) return known
    const others = await selectPhotosOf(trx, owner.storeId, subject, [subjectId])
    if (others.length >= most) throw new Problem('photo.too_many', { most })
    const row = await insertPhoto(trx, {
      storeId: owner.storeId,
      photoId: params.id,
      subjectKind: subject,
      subjectId,
      ...{ sha256, type, width, height, takenFrom },
      // what a clock that is ahead says is no later than now
      takenAt: epochMs(Math.min(takenAt, now)),
      enteredAt: epochMs(Math.min(enteredAt, now)),
      receivedAt: now,
      accountId: user.accountId,
      accountName: user.name,
    })
    await auditPhoto(trx, { user, now }, 'add', owner, row)
    return row
  })
}

/** @throws Problem `photo.taken` where the id belongs to a photo of something else */
function knownPhoto(row: PhotoRow | null, { subject, subjectId }: Putting['query']): PhotoRow | null {
  if (row !== null && (row.subjectKind !== subject || row.subjectId !== subjectId))
    throw new Problem('photo.taken')
  return row
}

function checkTimes({ takenAt, enteredAt }: Putting['query'], now: EpochMs): void {
  const isPossible = (at: number) => at <= now + AHEAD_MS && at >= now - OLDEST_MS
  if (!isPossible(takenAt)) throw new Problem('request.malformed', {}, { 'query.takenAt': 'range' })
  if (!isPossible(enteredAt)) throw new Problem('request.malformed', {}, { 'query.enteredAt': 'range' })
}

function auditPhoto(
  db: Db,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
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
    by: { accountId: user.accountId, name: user.name },
    ...{ storeId, deviceIds, subject: title, detail },
    kind: `photo.${act}`,
    outcome: 'done',
  })
}
