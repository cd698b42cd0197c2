import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

interface PhotoTable {
  storeId: StoreId
  /** Made by the sender. */
  photoId: string
  subjectKind: PhotoSubject
  subjectId: string
  sha256: Uint8Array
  type: string
  width: number
  height: number
  takenAt: EpochMs
  takenFrom: 'exif' | 'clock' | 'camera'
  enteredAt: EpochMs
  receivedAt: EpochMs
  accountId: AccountId
  accountName: string
}

export interface PhotoTables {
  photo: PhotoTable
}
