import type { CreditApplicationId } from '@coldkeep/domain/ids'
import type { CreditNews } from '@coldkeep/domain/service-points/credit-news'
import { subservices } from '@coldkeep/domain/service-points/service'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { isApplicationSettled } from './application-queries'
import { creditNewsText } from './words/credit-news-text'

const kept = z.object({
  subservice: z.enum(subservices),
  points: z.string(),
  person: z.string(),
  reason: z.string(),
})

/** Applications for points that wait for approval, and what came of them. */
export const creditNews: NewsKind = {
  equipment: null,
  isSettled: () => isApplicationSettled,

  async select() {
    return ({ about, detail }) => {
      const facts = { ...z.parse(kept, detail), about: about as CreditNews }
      return {
        text: (words) => creditNewsText(facts, words),
        path: '/ServicePoints?tab=applications',
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ subjectId }) =>
    subjectId === null ? {} : { pointApplication: subjectId as CreditApplicationId },
}
