import type { TerminalNews } from '@coldkeep/domain/access/terminal-news'
import type { TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { selectStoreNames } from './terminal-news-queries'
import { terminalNewsText } from './words/terminal-news-text'

const kept = z.object({ person: z.string() })

/** Terminals for which a code was made, and that were replaced. */
export const terminalNews: NewsKind = {
  equipment: null,

  async select(db, news) {
    const stores = await selectStoreNames(db, [...new Set(news.map(({ storeId }) => storeId))])
    return ({ storeId, subjectName, about, detail }) => {
      const store = stores.get(storeId)
      if (store === undefined || subjectName === null) return null
      const { person } = z.parse(kept, detail)
      const facts = {
        about: about as TerminalNews,
        terminalId: subjectName as TerminalId,
        person,
        storeCode: store.code,
        storeName: store.name,
      }
      return {
        text: (words) => terminalNewsText(facts, words),
        path: `/Terminals?id=${encodeURIComponent(subjectName)}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ subjectName }) => (subjectName === null ? {} : { terminal: subjectName as TerminalId }),
}
