import type { RepairCaseId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { equipmentOfRepair, isRepairSettled, selectNewsCases } from './repair-news-queries'
import { repairNewsText } from './words/repair-news-text'

const kept = z.object({ person: z.string() })

/** Cases of repair that were given to the reader. */
export const repairNews: NewsKind = {
  equipment: equipmentOfRepair,
  isSettled: () => isRepairSettled,

  async select(db, news) {
    const cases = await selectNewsCases(db, news)
    const byId = new Map(cases.map((one) => [one.repairCaseId, one]))
    return ({ subjectId, detail }) => {
      const repair = byId.get(subjectId as RepairCaseId)
      if (repair === undefined) return null
      const { person } = z.parse(kept, detail)
      return {
        text: (words) => repairNewsText(repair, person, words),
        path: `/_44_?case=${repair.repairCaseId}`,
        isUrgent: false,
        topic: `repair-${repair.repairCaseId}`,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { repairCase: subjectId as RepairCaseId }),
}
