import { breachStates } from '@coldkeep/domain/corrections/breach-state'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { equipmentOfBreaches } from './reminder-queries'
import { correctionNewsText } from './words/correction-news-text'

const kept = z.object({ count: z.string(), breaches: z.string(), more: z.string(), departments: z.string() })
const named = z.array(
  z.object({ number: z.string(), store: z.string(), device: z.string(), state: z.enum(breachStates) }),
)

/** Breaches that have been open for more than a day. */
export const correctionNews: NewsKind = {
  equipment: equipmentOfBreaches,

  async select() {
    return ({ detail }) => {
      const { count, breaches, more, departments } = z.parse(kept, detail)
      const facts = {
        count: Number(count),
        breaches: z.parse(named, JSON.parse(breaches)),
        more: Number(more),
      }
      return {
        text: (words) => correctionNewsText(facts, words),
        path: `/TemperatureAssuranceManagement?tab=corrections&dep=${departments}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf({ detail }) {
    return { openBreaches: { departments: z.parse(kept, detail).departments } }
  },
}
