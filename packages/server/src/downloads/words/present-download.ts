import type { WireDownload } from '@coldkeep/contract/areas/downloads'
import { problemStatus } from '@coldkeep/contract/problem-status'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import * as z from 'zod/mini'
import type { OwnDownload } from '../own-download-queries'

/** Nothing is whole before it is done. */
const MOST_UNDER_WAY = 99

export function presentDownload(row: OwnDownload, translate: Translate) {
  return {
    id: row.downloadId,
    kind: row.kind,
    title: row.title,
    state: row.state,
    percent: percentOf(row),
    fileName: row.fileName,
    size: row.state === 'done' || row.state === 'expired' ? row.size : null,
    sha256: row.sha256 === null ? null : Buffer.from(row.sha256).toString('hex'),
    fault: presentFault(row, translate),
    account: row.accountName,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
    expiresAt: row.expiresAt,
  } satisfies WireDownload
}

/** The same in short, for clients that poll. */
export function presentStatus(row: OwnDownload) {
  const { downloadId: id, title, state, size, expiresAt } = row
  return { id, title, state, percent: percentOf(row), size, expiresAt }
}

function percentOf({ state, done, total }: OwnDownload): number {
  if (state === 'done' || state === 'expired') return 100
  return total > 0 ? Math.min(MOST_UNDER_WAY, Math.floor((100 * done) / total)) : 0
}

const code = z.enum(Object.keys(problemStatus) as [keyof typeof problemStatus])

function presentFault({ fault, faultValues }: OwnDownload, translate: Translate) {
  if (fault === null) return null
  // a code that an older version of the program wrote may be gone
  const known = z.safeParse(code, fault).data ?? 'download.gave_up'
  const translateAny = translate as (key: PhraseKey, values: object) => string
  return { code: known, message: translateAny(`errors.${known}`, faultValues ?? {}) }
}
