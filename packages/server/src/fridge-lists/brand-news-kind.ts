import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { BrandNews } from '@coldkeep/domain/organisation/fridge-list'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { isBrandSettled } from './brand-news-queries'
import { brandNewsText } from './words/brand-news-text'

const kept = z.object({ title: z.string(), person: z.string(), reason: z.string() })

/** Brands of fridges that wait for approval, and what came of them. */
export const brandNews: NewsKind = {
  equipment: null,
  isSettled: () => isBrandSettled,

  async select() {
    return ({ about, subjectId, detail }) => {
      const facts = { ...z.parse(kept, detail), about: about as BrandNews }
      return {
        text: (words) => brandNewsText(facts, words),
        path: `/_33_?${new URLSearchParams({ list: 'review', entry: String(subjectId) })}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { fridgeBrand: subjectId as FridgeEntryId }),
}
