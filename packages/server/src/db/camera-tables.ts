import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** What became of a picture that was ordered. */
export type PictureState = 'ordered' | 'arrived' | 'refused' | 'expired'

interface CameraPictureTable {
  storeId: StoreId
  cameraPictureId: string
  commandId: string
  terminalId: TerminalId
  cameraId: string
  cameraName: string
  subjectKind: PhotoSubject
  subjectId: string
  accountId: AccountId
  accountName: string
  orderedAt: EpochMs
  expiresAt: EpochMs
  state: PictureState
  reason: string | null
  settledAt: EpochMs | null
  capturedAt: EpochMs | null
  unchangedSince: EpochMs | null
  clockDifferenceMs: number | null
  photoId: string | null
}

export interface CameraTables {
  cameraPicture: CameraPictureTable
}
