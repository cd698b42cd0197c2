import { Problem } from '@coldkeep/contract/problem'
import type { DownloadId } from '@coldkeep/domain/ids'
import { later } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { LINK_LIFE_MS, signLink } from '../../access/file-link'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import type { FieldLink } from '../../terminals/field-link'
import { ownerOf } from '../download-owner'
import { cancelDownload, type DownloadRow, deleteDownload } from '../download-queries'
import type { Downloads } from '../downloads'
import { checkMayHave } from '../may-have'
import { orderDownload } from '../order-download'
import { selectDownload, selectDownloads } from '../own-download-queries'
import { presentStatus } from '../words/present-download'

type DownloadCall =
  | 'downloadStatus'
  | 'linkDownload'
  | 'cancelDownload'
  | 'repeatDownload'
  | 'removeDownload'
  | 'fetchDownload'
interface DownloadContext extends Basics {
  readonly user: SignedIn
  readonly params: { readonly id: DownloadId }
}

/** What calls about ordered files need. */
export interface DownloadCallParts {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly downloads: Downloads
  readonly field: Pick<FieldLink, 'wake'>
}

export function downloadHandlers(parts: DownloadCallParts): Pick<Handlers, DownloadCall> {
  const { keys, downloads, field } = parts
  return {
    downloadStatus: async ({ db, user }) => ({
      jobs: (await selectDownloads(db, ownerOf(user), Object.keys(downloads.kinds))).map(presentStatus),
    }),

    linkDownload: async (context) => {
      const { db, user, clock, params } = context
      const row = await ownDownload(db, context)
      if (row.state === 'expired') throw new Problem('download.expired')
      if (row.state !== 'done') throw new Problem('download.not_ready')
      await checkMayHave(db, user, row, downloads.kinds)
      const expiresAt = later(clock.now(), LINK_LIFE_MS)
      const { accountId, signInId, apiKeyId } = user
      const token = await signLink(
        { id: String(params.id), accountId, signInId, apiKeyId },
        keys.download,
        expiresAt,
      )
      await auditDownload(db, context, row, 'download.link', 'done')
      return {
        url: `/api/v2/downloads/${params.id}/file?token=${token}`,
        expiresAt,
      }
    },

    cancelDownload: async (context) => {
      await context.db.transaction().execute(async (trx) => {
        const row = await ownDownload(trx, context, true)
        if (row.state !== 'waiting' && row.state !== 'running') throw new Problem('download.ended')
        await cancelDownload(trx, row.downloadId, context.clock.now())
        const kind = downloads.kinds[row.kind]
        await kind?.cancel?.(trx, z.parse(kind.input, row.input), context.clock.now())
        await auditDownload(trx, context, row, 'download.cancel', 'done')
      })
      return {}
    },

    repeatDownload: async (context) => {
      const { db, user, clock } = context
      const row = await ownDownload(db, context)
      const known = await checkMayHave(db, user, row, downloads.kinds)
      const { kind, title, language } = row
      const now = clock.now()
      const id = await db.transaction().execute(async (trx) => {
        const input = (await known.kind.begin?.(trx, user, known.input, now)) ?? known.input
        return orderDownload(trx, user, { kind, input, title, language }, now)
      })
      downloads.wake()
      field.wake()
      return { id }
    },

    removeDownload: async (context) => {
      const { db } = context
      const row = await db.transaction().execute(async (trx) => {
        const found = await ownDownload(trx, context, true)
        await deleteDownload(trx, found.downloadId)
        await auditDownload(trx, context, found, 'download.remove', 'done')
        return found
      })
      await downloads.files.remove([row])
      return {}
    },

    fetchDownload: async (context) => {
      const { db, user, clock } = context
      const row = await ownDownload(db, context)
      if (row.state === 'expired' || (row.expiresAt !== null && row.expiresAt <= clock.now())) {
        throw new Problem('download.expired')
      }
      if (row.state !== 'done' || row.fileName === null) throw new Problem('download.not_ready')
      await checkMayHave(db, user, row, downloads.kinds)
      const fileName = await downloads.files.find(row)
      if (fileName === null) throw new Problem('download.gone')
      const { folder } = downloads.files
      return { from: 'disk', folder, fileName, name: row.fileName, type: row.mediaType }
    },
  }
}

async function ownDownload(
  db: Db,
  { user, params }: DownloadContext,
  forUpdate = false,
): Promise<DownloadRow> {
  const row = await selectDownload(db, ownerOf(user), params.id, forUpdate)
  if (row === null) throw new Problem('download.unknown')
  return row
}

function auditDownload(
  db: Db,
  { user, clock }: DownloadContext,
  { downloadId, kind: what, title }: DownloadRow,
  kind: string,
  outcome: 'done',
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  const detail = { download: downloadId, kind: what }
  return addAudit(db, { at: clock.now(), by, storeId: null, kind, subject: title, detail, outcome })
}
