import type { BulletinId } from '@coldkeep/domain/ids'
import type { NewsKind } from '../outbox/news-kind'
import { selectBulletins, selectZones } from './bulletin-queries'
import { isBulletinSettled } from './settled-queries'
import { bulletinNewsText, withdrawnText } from './words/bulletin-news-text'

/** Messages to the people of stores, and reminders of them. */
export const bulletinNewsKind: NewsKind = {
  equipment: null,
  isBulk: true,
  isSettled: () => isBulletinSettled,

  async select(db, news) {
    const ids = news.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId as BulletinId]))
    const rows = await selectBulletins(db, [...new Set(ids)])
    const zones = await selectZones(db, [...new Set(news.map(({ storeId }) => storeId))])
    return ({ subjectId, about, storeId }) => {
      const row = subjectId === null ? undefined : rows.get(subjectId)
      if (row === undefined) return null
      return {
        text: (words) =>
          row.state === 'sent'
            ? bulletinNewsText(
                { ...row, zone: zones.get(storeId) ?? 'UTC', isReminder: about === 'bulletin_reminder' },
                words,
              )
            : withdrawnText(words),
        path: `/Messages?message=${row.bulletinId}`,
        isUrgent: false,
        topic: null,
      }
    }
  },

  placeOf: ({ subjectId }) => (subjectId === null ? {} : { bulletin: subjectId as BulletinId }),
}
