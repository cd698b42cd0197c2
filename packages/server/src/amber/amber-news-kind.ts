import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { isRenewed } from './reminder-queries'
import { amberNewsText } from './words/amber-news-text'

const kept = z.object({ name: z.string(), endsOn: z.string(), left: z.string(), departments: z.string() })

/** The alert service of an engineer ends soon. It needs no reading once its last day is another, or it is off. */
export const amberNews: NewsKind = {
  equipment: null,
  isSettled: () => isRenewed,

  async select() {
    return ({ detail }) => {
      const { name, endsOn, left, departments } = z.parse(kept, detail)
      return {
        text: (words) => amberNewsText({ name, day: endsOn, left: Number(left) }, words),
        path: `/_34_?dep=${departments}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ detail }) => ({
    amber: { departments: z.parse(kept, detail).departments, tab: 'engineers' },
  }),
}
