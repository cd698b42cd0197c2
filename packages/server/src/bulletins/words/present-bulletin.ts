import type { BulletinReader, SentBulletin } from '@coldkeep/contract/areas/bulletins'
import type { BulletinFile, OwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import type { Language } from '@coldkeep/phrases/translate'
import type { BulletinRow } from '../bulletin-queries'
import type { FileRow } from '../file-queries'
import type { OwnRow } from '../own-queries'
import type { ReaderRow, SentRow } from '../receipt-queries'
import { textFor } from './bulletin-news-text'

/** A message as its sender sees it in the list. */
export function presentSent(row: SentRow, language: Language): SentBulletin {
  const {
    bulletinId: id,
    state,
    categoryTitle,
    accountName,
    sendAt,
    sentAt,
    deadlineAt,
    needsConfirmation,
  } = row
  const { sent, delivered, opened, confirmed, allStores, confirmedStores, department } = row
  return {
    ...{ id, state, department, deadlineAt, needsConfirmation },
    title: textFor(row.texts, row.language, language).title,
    category: categoryTitle,
    sender: accountName,
    at: sentAt ?? sendAt,
    receipts: { sent, delivered, opened, confirmed },
    stores: { all: allStores, confirmed: confirmedStores },
  }
}

/** A message as one of its readers sees it in the list; of one that was withdrawn its title. */
export function presentOwn(row: OwnRow, language: Language): OwnBulletin {
  const { bulletinId: id, categoryTitle, accountName, department, sentAt, needsConfirmation, isOpen } = row
  const { deadlineAt, openedAt, confirmedAt } = row
  return {
    ...{ id, department, sentAt, needsConfirmation, deadlineAt, openedAt, confirmedAt, isOpen },
    title: textFor(row.texts, row.language, language).title,
    category: categoryTitle,
    sender: accountName,
    isWithdrawn: row.state === 'withdrawn',
  }
}

export function presentReader(
  row: ReaderRow,
  { deadlineAt }: Pick<BulletinRow, 'deadlineAt'>,
): BulletinReader {
  const { id, name, stores, storeCount, deliveredAt, openedAt, confirmedAt, hasLeft, reminders } = row
  return {
    ...{ id, name, storeCount, deliveredAt, openedAt, confirmedAt, hasLeft, reminders },
    stores: [...stores],
    receivedAt: arrivedLater(row) ? row.receivedAt : null,
    isLate: confirmedAt !== null && deadlineAt !== null && confirmedAt > deadlineAt,
  }
}

/** A minute is the way of a request. */
const ON_ITS_WAY_MS = 60_000

function arrivedLater({ confirmedAt, receivedAt }: ReaderRow): boolean {
  return confirmedAt !== null && receivedAt !== null && receivedAt - confirmedAt > ON_ITS_WAY_MS
}

export function presentFile(
  { fileId: id, name, type, bytes }: Pick<FileRow, 'fileId' | 'name' | 'type' | 'bytes'>,
  url: string,
): BulletinFile {
  return { id, name, type, bytes, url }
}
