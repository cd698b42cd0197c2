import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import type { Db, Trx } from '../db/connect'

/** What a photo belongs to, as its reader may know it. */
export interface PhotoOwner {
  readonly storeId: StoreId
  readonly deviceIds: readonly DeviceId[]
  /** What people call it. */
  readonly title: string
}

/** One kind of things that have photos. */
export interface PhotoSubjectKind {
  /** `null` for one that does not exist, is out of reach, or withheld. */
  find(db: Db, scope: Scope, id: string): Promise<PhotoOwner | null>
  /** A photo of it was removed. */
  forget(trx: Trx, owner: PhotoOwner, id: string, photoId: string): Promise<void>
}

export type PhotoSubjects = Readonly<Record<PhotoSubject, PhotoSubjectKind>>
