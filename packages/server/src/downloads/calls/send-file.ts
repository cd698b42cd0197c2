import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { send } from '@fastify/send'
import contentDisposition from 'content-disposition'
import type { SignedIn } from '../../access/signed-in'
import { selectMachine } from '../../accounts/machine'
import { selectSignedIn } from '../../accounts/sign-in-queries'
import type { CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { type DownloadLink, readLink } from '../download-link'
import type { Downloads } from '../downloads'
import { checkMayHave } from '../may-have'
import { selectDownload } from '../own-download-queries'

interface Sending {
  readonly keys: Pick<ServerKeys, 'download'>
  readonly downloads: Pick<Downloads, 'kinds' | 'files'>
}

/**
 * Sends a file, or the range of it that is asked for, to whoever has a link that holds.
 * @throws Problem `link.ended`, `download.unknown`, `download.expired`, `download.gone`, and what the kind refuses
 */
export async function sendFile(
  { db, clock, params, query, request, reply }: CallContext<(typeof calls)['fetchDownload']>,
  { keys, downloads }: Sending,
): Promise<string> {
  const link = await readLink(query.token, keys.download, clock)
  if (link === null || link.downloadId !== params.id) throw new Problem('link.ended')
  const user = await holderOf(db, link, clock.now())
  if (user === null) throw new Problem('link.ended')
  const row = await selectDownload(db, link, params.id)
  if (row === null) throw new Problem('download.unknown')
  if (row.state === 'expired' || (row.expiresAt !== null && row.expiresAt <= clock.now())) {
    throw new Problem('download.expired')
  }
  if (row.state !== 'done' || row.fileName === null) throw new Problem('download.not_ready')
  await checkMayHave(db, user, row, downloads.kinds)
  const name = await downloads.files.find(row)
  if (name === null) throw new Problem('download.gone')
  const { statusCode, headers, stream } = await send(request.raw, name, {
    root: downloads.files.folder,
    index: false,
    extensions: false,
    cacheControl: false,
    contentType: false,
  })
  reply.code(statusCode).headers(headers)
  // neither a proxy nor the browser keeps what may be withdrawn, and nothing is made smaller: ranges are of the file itself
  reply.headers({
    'cache-control': 'private, no-store, no-transform',
    'content-type': row.mediaType ?? 'application/octet-stream',
    'content-disposition': contentDisposition.create(row.fileName),
    'content-encoding': 'identity',
    'referrer-policy': 'no-referrer',
  })
  // sent as it is read; to the table of calls it is one long text
  return stream as unknown as string
}

/** Whose link it is, with the rights of this moment; `null` where the sign-in or the key has ended. */
function holderOf(db: Db, link: DownloadLink, now: EpochMs): Promise<SignedIn | null> {
  const { accountId, signInId, apiKeyId } = link
  if (apiKeyId !== null) return selectMachine(db, apiKeyId, now)
  return signInId === null ? Promise.resolve(null) : selectSignedIn(db, { accountId, signInId }, now)
}
