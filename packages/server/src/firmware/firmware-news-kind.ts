import type { FirmwareNews } from '@coldkeep/domain/firmware/firmware-news'
import type { JobId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { PauseReason } from '../db/firmware-tables'
import type { NewsKind } from '../outbox/news-kind'
import { firmwareNewsText } from './words/firmware-news-text'

const kept = z.object({ type: z.string(), version: z.string(), reason: z.optional(z.string()) })

/** Update jobs that the service paused, and those that have ended. */
export const firmwareNews: NewsKind = {
  equipment: null,

  async select() {
    return ({ subjectId, about, detail }) => {
      if (subjectId === null) return null
      const { type, version, reason } = z.parse(kept, detail)
      const facts = {
        ...{ type, version, about: about as FirmwareNews },
        reason: reason === undefined ? null : (JSON.parse(reason) as PauseReason),
      }
      return {
        text: (words) => firmwareNewsText(facts, words),
        path: `/UpdateOperation?job=${subjectId}`,
        isUrgent: about === 'paused',
        topic: null,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { firmwareJob: subjectId as JobId }),
}
