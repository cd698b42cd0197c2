import type { EpochMs } from '@coldkeep/domain/time/instant'
import { approvalAt } from '@coldkeep/domain/writes/approval-at'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import { formatInstant } from '@coldkeep/phrases/format'
import { lineText, valueText } from '@coldkeep/phrases/write-text'
import type { NewsText } from '../../outbox/news-kind'
import { pointName } from '../../wording/point-name'
import type { Words } from '../../wording/words'
import type { LineRow, WriteRow } from '../write-queries'

/**
 * The words of news of a write, from the current state of its approval; its further course is on its page.
 */
export function writeNewsText(
  about: WriteNews,
  write: WriteRow,
  lines: readonly LineRow[],
  { language, translate }: Words,
  now: EpochMs,
): NewsText {
  const [first] = lines
  const device = lines.length === 1 ? (first?.name ?? '') : translate('writes.many', { count: lines.length })
  const line = first && { ...first, code: first.commandCode, note: pointName(first.note, translate) }
  const what = line === undefined ? device : `${device} · ${lineText(line, language, translate)}`
  const { storeCode, storeName, createdBy, note, timeZone } = write
  const change =
    first === undefined || lines.length > 1 || first.knownValue === null
      ? []
      : [translate('writes.told.known', { value: valueText(first, first.knownValue, language, translate) })]
  const approval = approvalAt(write, now)
  const approvalLine = {
    not_needed: null,
    waiting: translate('writes.told.until', { time: formatInstant(write.approveUntil, timeZone) }),
    approved: translate('writes.told.approvedBy', { name: write.decidedBy ?? '' }),
    rejected: translate('writes.told.rejectedBy', {
      name: write.decidedBy ?? '',
      reason: write.decisionNote,
    }),
    withdrawn: translate('writes.told.withdrawnBy', { name: write.decidedBy ?? '' }),
    expired: translate('writes.told.nobody', { time: formatInstant(write.approveUntil, timeZone) }),
  }[approval]
  const body = [
    translate(note === '' ? 'writes.told.by' : 'writes.told.byWhy', { name: createdBy, note }),
    approvalLine,
    ...change,
    `${storeCode} ${storeName}`,
  ]
  return {
    title: translate(`writes.told.title.${about}`, { store: storeName, what }),
    lines: body.filter((line) => line !== null),
  }
}
