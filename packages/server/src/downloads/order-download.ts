import {
  MOST_DOWNLOADED_BYTES,
  MOST_DOWNLOADS_KEPT,
  MOST_DOWNLOADS_UNDER_WAY,
} from '@coldkeep/contract/areas/downloads'
import { Problem } from '@coldkeep/contract/problem'
import type { DownloadId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { ownerOf } from './download-owner'
import { insertDownload } from './download-queries'
import { lockOrders, selectOrders } from './own-download-queries'

export interface Order {
  readonly kind: string
  /** What is in it; kept as JSON and read with the schema of the kind. */
  readonly input: unknown
  /** How people find it again among theirs. */
  readonly title: string
  readonly language: Language
}

/**
 * Enters an order; whoever enters it has checked that the caller may have it. The same that is under way already is
 * not made twice: its id is the answer.
 * @throws Problem `download.too_many`, `download.kept_full`
 */
export async function orderDownload(
  trx: Trx,
  user: SignedIn,
  order: Order,
  now: EpochMs,
): Promise<DownloadId> {
  const { kind, title, language } = order
  const input = JSON.stringify(order.input)
  await lockOrders(trx, user.accountId)
  const own = await selectOrders(trx, user, { kind, language, input })
  const underWay = own.filter(({ state }) => state !== 'done')
  const same = underWay.find(({ isSame }) => isSame)
  if (same !== undefined) return same.downloadId
  if (underWay.length >= MOST_DOWNLOADS_UNDER_WAY) {
    throw new Problem('download.too_many', { count: MOST_DOWNLOADS_UNDER_WAY })
  }
  const keptBytes = own.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (own.length >= MOST_DOWNLOADS_KEPT || keptBytes >= MOST_DOWNLOADED_BYTES) {
    throw new Problem('download.kept_full', {
      count: MOST_DOWNLOADS_KEPT,
      size: `${MOST_DOWNLOADED_BYTES / 1024 ** 3} GiB`,
    })
  }
  const downloadId = await insertDownload(trx, { ...ownerOf(user), kind, input, title, language }, now)
  const by = { accountId: user.accountId, name: user.name }
  const detail = { download: downloadId, kind, wanted: order.input }
  const entry = { at: now, by, storeId: null, kind: 'download.order', subject: title, detail }
  await addAudit(trx, { ...entry, outcome: 'begun' })
  return downloadId
}
