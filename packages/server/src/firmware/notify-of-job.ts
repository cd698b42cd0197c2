import type { FirmwareNews } from '@coldkeep/domain/firmware/firmware-news'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import type { PauseReason } from '../db/firmware-tables'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import type { ShownFirmwareJob } from './job-queries'

interface Happening {
  readonly job: ShownFirmwareJob
  readonly about: Exclude<FirmwareNews, 'left_behind'>
  readonly reason?: PauseReason
}

/** Notifies who started a job. */
export async function notifyOfJob(trx: Trx, { job, about, reason }: Happening, at: EpochMs): Promise<void> {
  const { jobId, accountId, type, version } = job
  if (accountId === null) return
  await insertOwnNotices(
    trx,
    {
      storeId: NO_STORE,
      subjectKind: 'firmware',
      subjectId: jobId,
      about,
      messageKey: `firmware:${jobId}:${about}:${at}`,
      detail: { type, version, ...(reason && { reason: JSON.stringify(reason) }) },
      channels: ['app', 'push', 'email'],
    },
    [accountId],
    at,
  )
}
