import { type PhotoSubject, pageOfPhotos, type putPhoto } from '@coldkeep/contract/areas/photos'
import { Problem } from '@coldkeep/contract/problem'
import { days, type EpochMs, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { addPhoto, auditPhoto, knownPhoto, type PhotoStore } from '../add-photo'
import { keepPicture } from '../keep-picture'
import { deletePhoto, type PhotoRow, selectPhoto } from '../photo-queries'
import type { PhotoSubjects } from '../photo-subject'
import { presentPhotos } from '../present-photos'

type PhotoCall = 'putPhoto' | 'removePhoto' | 'fetchPhoto' | 'getMostPhotos'

/** What calls about photos need. */
export interface PhotoCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly photos: PhotoStore
  readonly subjects: PhotoSubjects
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

    putPhoto: async ({ db, user, clock, params, query, body }) => {
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
      const picture = await keepPicture(photos.files, body ?? new Uint8Array())
      const times = { takenAt: epochMs(query.takenAt), enteredAt: epochMs(query.enteredAt) }
      const photo = { ...query, ...times, photoId: params.id, picture, by: actorOf(user) }
      const row = await db.transaction().execute((trx) => addPhoto(trx, owner, photo, photos, clock.now()))
      await picture.keepAgain()
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
        await auditPhoto(trx, { by: actorOf(user), now: clock.now() }, 'remove', owner, row)
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

const actorOf = ({ accountId, name }: SignedIn) => ({ accountId, name })

/** @throws Problem `access.page` */
function checkPage(user: SignedIn, subject: PhotoSubject): void {
  if (!user.pageKeys.has(pageOfPhotos[subject])) throw new Problem('access.page')
}

type PutQuery = CallContext<typeof putPhoto>['query']

function checkTimes({ takenAt, enteredAt }: PutQuery, now: EpochMs): void {
  const isPossible = (at: number) => at <= now + AHEAD_MS && at >= now - OLDEST_MS
  if (!isPossible(takenAt)) throw new Problem('request.malformed', {}, { 'query.takenAt': 'range' })
  if (!isPossible(enteredAt)) throw new Problem('request.malformed', {}, { 'query.enteredAt': 'range' })
}
