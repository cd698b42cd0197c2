import type { ParameterApplyId } from '@coldkeep/domain/ids'
import { pauseReasons } from '@coldkeep/domain/parameters/apply'
import type { ApplyNews } from '@coldkeep/domain/parameters/parameter-news'
import * as z from 'zod/mini'
import type { NewsKind } from '../../outbox/news-kind'
import { applyNewsText } from '../words/apply-news-text'
import { isApplySettled } from './apply-queries'

const kept = z.object({ profile: z.string(), person: z.string(), because: z.optional(z.enum(pauseReasons)) })

/** Parameter files that are to be put into devices: those that wait for approval, and what came of them. */
export const applyNews: NewsKind = {
  // of many stores; who may decide is looked at when it is written, and again when they do
  equipment: null,
  isSettled: isApplySettled,

  async select() {
    return ({ about, subjectId, detail }) => {
      if (subjectId === null) return null
      const facts = { ...z.parse(kept, detail), about: about as ApplyNews }
      return {
        text: (words) => applyNewsText(facts, words),
        path: `/_33_?apply=${subjectId}`,
        isUrgent: about === 'apply_stopped',
        topic: null,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { parameterApply: subjectId as ParameterApplyId }),
}
