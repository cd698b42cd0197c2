import { Problem } from '@coldkeep/contract/problem'
import * as z from 'zod/mini'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import type { DownloadKind, DownloadKinds } from './download-kind'
import type { DownloadRow } from './download-queries'

/** @throws Problem for what the caller may not have (any more) */
export async function checkMayHave(
  db: Db,
  user: SignedIn,
  order: Pick<DownloadRow, 'kind' | 'input'>,
  kinds: DownloadKinds,
): Promise<{ readonly kind: DownloadKind<unknown>; readonly input: unknown }> {
  const kind = kinds[order.kind]
  if (kind === undefined) throw new Problem('download.gone')
  if (!user.pageKeys.has(kind.page)) throw new Problem('access.page')
  const input = z.parse(kind.input, order.input)
  await kind.check(db, user, input)
  return { kind, input }
}
