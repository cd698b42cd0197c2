import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import type { Words } from '../wording/words'
import { writeMessageText } from './words/write-message'
import type { WriteMessage } from './write-message-queries'
import { selectLines, selectWritesById } from './write-queries'

/** Makes the words of a message; `null` where its write is gone. */
export type WriteTeller = (
  message: Pick<WriteMessage, 'storeId' | 'writeId' | 'about'>,
  words: Words,
) => { readonly title: string; readonly body: string } | null

/** What some messages tell of, whosoever they are: that they may be seen was settled before. */
export async function writeTeller(
  db: Db,
  messages: readonly Pick<WriteMessage, 'storeId' | 'writeId'>[],
  now: EpochMs,
): Promise<WriteTeller> {
  const writes = await selectWritesById(db, messages)
  const lines = await selectLines(db, { departments: [], hidden: new Set() }, writes)
  return ({ storeId, writeId, about }, words) => {
    const isOf = (row: { readonly storeId: number; readonly writeId: string }) =>
      row.storeId === storeId && row.writeId === writeId
    const write = writes.find(isOf)
    return write === undefined ? null : writeMessageText(about, write, lines.filter(isOf), words, now)
  }
}
