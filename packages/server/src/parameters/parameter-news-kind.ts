import type { DeviceId } from '@coldkeep/domain/ids'
import { driftCauses } from '@coldkeep/domain/parameters/drift'
import * as z from 'zod/mini'
import type { NewsKind } from '../outbox/news-kind'
import { equipmentOfDrift, isDriftSeen, selectNamedDevices } from './drift-news-queries'
import { driftText } from './words/drift-text'

const kept = z.object({ event: z.string(), cause: z.enum(driftCauses), changes: z.string() })

/** Parameters that changed, and not from here. */
export const parameterNews: NewsKind = {
  equipment: equipmentOfDrift,
  isSettled: () => isDriftSeen,

  async select(db, news) {
    const ids = [
      ...new Set(news.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId as DeviceId]))),
    ]
    const devices = ids.length === 0 ? new Map() : await selectNamedDevices(db, ids)
    return ({ subjectId, detail }) => {
      const device = devices.get(subjectId as DeviceId)
      if (device === undefined) return null
      const { cause, changes } = z.parse(kept, detail)
      return {
        text: (words) => driftText({ ...device, cause, changes: Number(changes) }, words),
        path: `/_33_?device=${subjectId}`,
        isUrgent: cause === 'reset',
        topic: `parameter-${subjectId}`,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { parameters: subjectId as DeviceId }),
}
