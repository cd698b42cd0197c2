import type { BulletinFile } from '@coldkeep/contract/areas/own-bulletins'
import { type Clock, later } from '@coldkeep/domain/time/instant'
import { LINK_LIFE_MS, signLink } from '../access/file-link'
import type { SignedIn } from '../access/signed-in'
import type { ServerKeys } from '../db/server-keys'
import type { FileRow } from './file-queries'
import { presentFile } from './words/present-bulletin'

interface LinkParts {
  readonly user: SignedIn
  readonly keys: Pick<ServerKeys, 'download'>
  readonly clock: Clock
}

/** Files with addresses from which their reader can fetch them for some minutes. */
export function linkFiles(
  rows: readonly FileRow[],
  { user, keys, clock }: LinkParts,
): Promise<BulletinFile[]> {
  const { accountId, signInId, apiKeyId } = user
  const expiresAt = later(clock.now(), LINK_LIFE_MS)
  return Promise.all(
    rows.map(async (row) => {
      const link = { id: row.fileId, accountId, signInId, apiKeyId }
      const token = await signLink(link, keys.download, expiresAt)
      return presentFile(row, `/api/v2/bulletins/files/${row.fileId}/file?token=${token}`)
    }),
  )
}
