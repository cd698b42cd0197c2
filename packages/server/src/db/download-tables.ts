import type { AccountId, ApiKeyId, DownloadId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'
import type { DownloadState } from '../downloads/download-state'

type Instant = EpochMs | null

interface DownloadTable {
  downloadId: Generated<DownloadId>
  kind: string
  accountId: AccountId
  /** `null`: a person ordered it. */
  apiKeyId: ApiKeyId | null
  /** What is in it, as its kind keeps that. */
  wanted: ColumnType<unknown, string, string>
  title: string
  language: Language
  state: Generated<DownloadState>
  done: Generated<number>
  total: Generated<number>
  /** How often it was begun. */
  tries: Generated<number>
  /** Of the process that makes it. */
  worker: Generated<string | null>
  leaseUntil: Generated<Instant>
  /** Not before. */
  dueAt: EpochMs
  fileName: Generated<string | null>
  mediaType: Generated<string | null>
  size: Generated<number | null>
  sha256: Generated<Uint8Array | null>
  /** The code of the problem for which there is no file. */
  fault: Generated<string | null>
  faultValues: ColumnType<
    Readonly<Record<string, string | number>> | null,
    string | null | undefined,
    string | null
  >
  createdAt: EpochMs
  startedAt: Generated<Instant>
  endedAt: Generated<Instant>
  /** When the file goes. */
  expiresAt: Generated<Instant>
}

export interface DownloadTables {
  download: DownloadTable
}
