import { groupBy } from '@coldkeep/domain/group-by'
import type { WriteNews } from '@coldkeep/domain/writes/write-news'
import type { NewsKind } from '../outbox/news-kind'
import { writeNewsText } from './words/write-news-text'
import { equipmentOfWrite, isWriteSettled } from './write-news-queries'
import { selectLines, selectWritesById } from './write-queries'

/** Writes that wait for approval, and what came of them. */
export const writeNews: NewsKind = {
  equipment: equipmentOfWrite,
  isSettled: isWriteSettled,

  async select(db, news, now) {
    const names = news.map(({ storeId, subjectName }) => ({ storeId, writeId: subjectName ?? '' }))
    const writes = groupBy(await selectWritesById(db, names), keyOf)
    // that it may be seen is settled by the outbox
    const lines = groupBy(
      await selectLines(db, { departments: [], hidden: new Set() }, [...writes.values()].flat()),
      keyOf,
    )
    return ({ storeId, subjectName, about }) => {
      const key = keyOf({ storeId, writeId: subjectName ?? '' })
      const [write] = writes.get(key) ?? []
      if (write === undefined) return null
      return {
        text: (words) => writeNewsText(about as WriteNews, write, lines.get(key) ?? [], words, now),
        path: `/_31_?write=${encodeURIComponent(write.writeId)}`,
        isUrgent: false,
        topic: `write-${write.writeId}`,
      }
    }
  },

  placeOf: ({ subjectName }) => (subjectName === null ? {} : { write: subjectName }),
}

function keyOf({ storeId, writeId }: { readonly storeId: number; readonly writeId: string }): string {
  return `${storeId} ${writeId}`
}
