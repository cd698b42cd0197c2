import type { UpkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { equipmentOfUpkeep } from './reminder-queries'
import { upkeepNewsText } from './words/upkeep-news-text'

const kept = z.object({
  count: z.string(),
  plans: z.string(),
  more: z.string(),
  departments: z.string(),
  state: z.enum(['soon', 'overdue']),
})
const planned = z.array(z.object({ store: z.string(), item: z.string(), dueOn: z.string() }))

/** Work that is due again and again, and has become due soon or overdue. */
export const upkeepNewsKind: NewsKind = {
  equipment: equipmentOfUpkeep,

  async select() {
    return ({ about, detail }) => {
      const { count, plans, more, departments, state } = z.parse(kept, detail)
      const facts = {
        about: about as UpkeepNews,
        count: Number(count),
        plans: z.parse(planned, JSON.parse(plans)),
        more: Number(more),
      }
      return {
        text: (words) => upkeepNewsText(facts, words),
        path: `/_43_?dep=${departments}&plans.state=${state}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf({ detail }) {
    const { departments, state } = z.parse(kept, detail)
    return { upkeep: { departments, state } }
  },
}
