import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { PhotoOwner, PhotoSubjectKind } from '../photos/photo-subject'
import { selectCasePlace } from './case-queries'

/** Photos of a case, by the key with which it was reported: a phone knows it before the case is there. */
export const repairPhotos: PhotoSubjectKind = {
  async find(db, scope, key): Promise<PhotoOwner | null> {
    const place = await selectCasePlace(db, scope, key)
    if (place === undefined) return null
    const { storeId, deviceId, repairCaseId } = place
    return { storeId, deviceIds: deviceId === null ? [] : [deviceId], title: ticketOf(repairCaseId) }
  },

  // a case does not say how many it awaits
  async forget() {},
}
