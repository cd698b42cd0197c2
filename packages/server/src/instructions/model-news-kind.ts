import type { ModelNews } from '@coldkeep/domain/writes/model-news'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { isModelSettled } from './model-news-queries'
import { modelNewsText } from './words/model-news-text'

const kept = z.object({ brand: z.string(), model: z.string(), person: z.string(), note: z.string() })

/** Versions of device models that wait for approval, what came of them, and models that changed above. */
export const modelNews: NewsKind = {
  equipment: null,
  isSettled: isModelSettled,

  async select() {
    return ({ about, detail }) => {
      const facts = { ...z.parse(kept, detail), about: about as ModelNews }
      const { brand, model } = facts
      return {
        text: (words) => modelNewsText(facts, words),
        path: `/InstructionListExpansion?${new URLSearchParams({ brand, model, tab: 'versions' })}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ detail }) => {
    const { data } = z.safeParse(kept, detail)
    return data === undefined ? {} : { model: { brand: data.brand, model: data.model } }
  },
}
