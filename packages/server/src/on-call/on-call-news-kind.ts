import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { handOverText } from './words/hand-over-text'

const kept = z.object({
  from: z.string(),
  to: z.string(),
  department: z.string(),
  departments: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  zone: z.string(),
})

/** Time on call that was handed over. */
export const onCallNews: NewsKind = {
  equipment: null,

  async select() {
    return ({ detail }) => {
      const { startAt, endAt, ...facts } = z.parse(kept, detail)
      return {
        text: (words) => handOverText({ ...facts, startAt: Number(startAt), endAt: Number(endAt) }, words),
        path: `/_34_?tab=onCall&dep=${facts.departments}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ detail }) => ({ amber: { departments: z.parse(kept, detail).departments, tab: 'onCall' } }),
}
