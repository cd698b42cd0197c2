import type { PhotoOwner, PhotoSubjectKind } from '../photos/photo-subject'
import { forgetPhoto, selectRecordPlace } from './record-queries'

/** Photos of what was done; who may see its plan may see them. */
export const upkeepPhotos: PhotoSubjectKind = {
  async find(db, scope, id): Promise<PhotoOwner | null> {
    const record = await selectRecordPlace(db, scope, id)
    if (record === undefined) return null
    const { storeId, deviceId, storeCode, item } = record
    return { storeId, deviceIds: deviceId === null ? [] : [deviceId], title: `${storeCode} · ${item}` }
  },

  forget: (trx, { storeId }, id, photoId) => forgetPhoto(trx, storeId, id, photoId),
}
