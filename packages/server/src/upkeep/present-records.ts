import type { UpkeepRecord } from '@coldkeep/contract/areas/upkeep-records'
import type { StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'
import { selectPhotosOf } from '../photos/photo-queries'
import { type PhotoLinks, presentPhotos } from '../photos/present-photos'
import type { KeptRecord } from './record-queries'

/** Records of one store with their photos. */
export async function presentRecords(
  db: Db,
  storeId: StoreId,
  records: readonly KeptRecord[],
  links: PhotoLinks,
): Promise<UpkeepRecord[]> {
  const ids = records.map(({ id }) => id)
  const rows = await selectPhotosOf(db, storeId, 'upkeep', ids)
  return Promise.all(
    records.map(async ({ photoIds, ...record }) => {
      const own = rows.filter(({ subjectId }) => subjectId === record.id)
      const arrived = new Set(own.map(({ photoId }) => photoId))
      return {
        ...record,
        photos: await presentPhotos(own, links),
        photosAwaited: photoIds.filter((id) => !arrived.has(id)).length,
      }
    }),
  )
}
