import { LEFT_BEHIND_FROM } from '@coldkeep/domain/firmware/versions-behind'
import type { JobId, TerminalId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { PauseReason } from '../db/firmware-tables'
import type { NewsFact, NewsKind } from '../outbox/news-kind'
import { type FirmwareNewsDetail, firmwareNewsText, leftBehindText } from './words/firmware-news-text'

const keptBehind = z.object({ count: z.string(), newest: z.string(), stores: z.string(), more: z.string() })
const newestShape = z.array(z.object({ type: z.string(), version: z.string() }))

const kept = z.object({ type: z.string(), version: z.string(), reason: z.optional(z.string()) })

/** Update jobs that the service paused, those that have ended, and terminals that were left behind. */
export const firmwareNews: NewsKind = {
  equipment: null,

  async select() {
    return ({ subjectId, subjectName, about, detail }) => {
      if (about === 'left_behind') return leftBehind(subjectName, z.parse(keptBehind, detail))
      if (subjectId === null) return null
      const { type, version, reason } = z.parse(kept, detail)
      const facts = {
        ...{ type, version, about: about as FirmwareNewsDetail['about'] },
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

  placeOf({ subjectId, subjectName }) {
    if (subjectId !== null) return { firmwareJob: subjectId as JobId }
    return subjectName === null ? { leftBehind: LEFT_BEHIND_FROM } : { terminal: subjectName as TerminalId }
  },
}

function leftBehind(
  only: string | null,
  { count, newest, stores, more }: z.output<typeof keptBehind>,
): NewsFact {
  const facts = {
    terminals: Number(count),
    newest: z.parse(newestShape, JSON.parse(newest)),
    stores: z.parse(z.array(z.string()), JSON.parse(stores)),
    more: Number(more),
  }
  return {
    text: (words) => leftBehindText(facts, words),
    path:
      only === null ? `/Terminals?behind=${LEFT_BEHIND_FROM}` : `/Terminals?id=${encodeURIComponent(only)}`,
    isUrgent: false,
    topic: null,
  }
}
