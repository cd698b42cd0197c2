import type { WirePhoto } from '@coldkeep/contract/areas/photos'
import { type Clock, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { signLink } from '../access/file-link'
import type { SignedIn } from '../access/signed-in'
import type { ServerKeys } from '../db/server-keys'
import type { PhotoRow } from './photo-queries'

export interface PhotoLinks {
  readonly user: SignedIn
  readonly keys: Pick<ServerKeys, 'download'>
  readonly clock: Clock
}

/** Links end at the second next of such instants: for some minutes a list has the same ones, so that what is on screen stays. */
const LINKS_CHANGE_EVERY_MS = minutes(10)

export function presentPhotos(rows: readonly PhotoRow[], links: PhotoLinks): Promise<WirePhoto[]> {
  return Promise.all(rows.map((row) => presentPhoto(row, links)))
}

async function presentPhoto(row: PhotoRow, { user, keys, clock }: PhotoLinks): Promise<WirePhoto> {
  const { photoId: id, takenAt, takenFrom, enteredAt, receivedAt, width, height, accountName: by } = row
  const { accountId, signInId, apiKeyId } = user
  const expiresAt = epochMs((Math.floor(clock.now() / LINKS_CHANGE_EVERY_MS) + 2) * LINKS_CHANGE_EVERY_MS)
  const token = await signLink({ id, accountId, signInId, apiKeyId }, keys.download, expiresAt)
  const url = `/api/v2/photos/${id}/file?token=${token}`
  const isOwn = row.accountId === accountId
  return { id, takenAt, takenFrom, enteredAt, receivedAt, width, height, by, isOwn, url }
}
