import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { NewsText } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'
import type { NewsCase } from '../repair-news-queries'

/** The words that a case is the reader's now: where it is, what is broken, and who says so. */
export function repairNewsText(
  { repairCaseId, storeCode, storeName, deviceName, fault }: NewsCase,
  person: string,
  { translate }: Words,
): NewsText {
  const store = `${storeCode} ${storeName}`
  return {
    title: translate('repair.news.assigned', { ticket: ticketOf(repairCaseId), store }),
    lines: [...(deviceName === null ? [] : [deviceName]), fault, translate('repair.news.by', { person })],
  }
}
