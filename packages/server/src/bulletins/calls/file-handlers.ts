import { Problem } from '@coldkeep/contract/problem'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import type { PhotoFiles } from '../../photos/photo-files'
import { selectBulletins } from '../bulletin-queries'
import { linkFiles } from '../file-links'
import { type FileRow, selectFile } from '../file-queries'
import { keepFile } from '../keep-file'
import { selectOneOwn } from '../own-queries'

type FileCall = 'putBulletinFile' | 'fetchBulletinFile'

/** What calls about files of messages need. */
export interface BulletinFileParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly photos: { readonly files: PhotoFiles }
}

export function bulletinFileHandlers({ keys, photos }: BulletinFileParts): Pick<Handlers, FileCall> {
  return {
    putBulletinFile: async ({ db, user, clock, params, query, body }) => {
      const sent = { fileId: params.id, name: query.name, bytes: body ?? new Uint8Array() }
      const row = await keepFile(db, photos.files, { user, now: clock.now() }, sent)
      const [file] = await linkFiles([row], { user, keys, clock })
      if (file === undefined) throw new Problem('bulletin.file_unknown')
      return file
    },

    fetchBulletinFile: async ({ db, user, params }) => {
      const row = await selectFile(db, params.id)
      if (row === null || !(await mayRead(db, user, row))) throw new Problem('bulletin.file_unknown')
      const fileName = await photos.files.find(row.sha256)
      if (fileName === null) throw new Problem('bulletin.file_unknown')
      const { name, type } = row
      return { from: 'disk', folder: photos.files.folder, fileName, name, type, etag: `"${fileName}"` }
    },
  }
}

/** Who writes the message, who sees it in the record, and its readers until it is withdrawn. */
async function mayRead(db: Db, user: SignedIn, { bulletinId, accountId }: FileRow): Promise<boolean> {
  if (bulletinId === null) return accountId === user.accountId
  const bulletin = (await selectBulletins(db, [bulletinId])).get(bulletinId)
  if (bulletin === undefined) return false
  if (user.departmentIds.includes(bulletin.departmentId)) return true
  return bulletin.state === 'sent' && (await selectOneOwn(db, user, bulletinId)) !== null
}
