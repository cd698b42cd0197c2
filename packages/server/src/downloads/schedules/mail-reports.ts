import type { DownloadId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Logger } from 'pino'
import type { Db } from '../../db/connect'
import type { MailSender } from '../../mail/mail-sender'
import type { RoundWork, SetAside } from '../../tasks/set-aside'
import { selectPendingReports, updateMailed } from './report-mail-queries'

const MOST_AT_ONCE = 50
const reportMails: RoundWork<{ readonly downloadId: DownloadId }> = {
  round: 'report_mails',
  nameOf: ({ downloadId }) => String(downloadId),
}
const RECORD_PATH = '/DownloadSenseData?record=1'

export interface MailingParts {
  readonly db: Db
  readonly aside: SetAside
  readonly clock: Clock
  readonly log: Logger
  /** `null`: no mail goes out. */
  readonly mail: MailSender | null
  readonly publicUrl: string | null
}

/**
 * Tells by mail of reports that are finished: with a link into the console, where the reader signs in, never with the
 * file. What cannot be mailed now is tried again, as long as the file is there.
 */
export async function mailReports({ db, aside, clock, log, mail, publicUrl }: MailingParts): Promise<void> {
  if (mail === null || publicUrl === null) return
  const rows = await selectPendingReports(db, MOST_AT_ONCE)
  let takesNone = false
  const mailOne = async ({ downloadId, title, language, expiresAt, email }: (typeof rows)[number]) => {
    const translate = createTranslator(language)
    const date = expiresAt === null ? '' : new Date(expiresAt).toISOString().slice(0, 10)
    const outcome = await mail.send({
      to: email,
      subject: translate('reports.mailSubject', { title }),
      text: `${translate('reports.mailBody', { title, date })}\n\n${publicUrl}${RECORD_PATH}\n`,
      messageId: `report-${downloadId}@${new URL(publicUrl).hostname}`,
    })
    if (outcome.kind === 'refused')
      log.warn({ download: downloadId, reason: outcome.reason }, 'report not mailed')
    if (outcome.kind === 'later') {
      takesNone = outcome.takesNone
      return
    }
    await updateMailed(db, downloadId)
  }
  for (const row of rows) {
    if (takesNone) return
    await aside.work(reportMails, [row], clock.now(), () => mailOne(row))
  }
}
