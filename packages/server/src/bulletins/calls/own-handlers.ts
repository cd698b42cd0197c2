import type { Handlers } from '../../calls/bind-call'
import { linkFiles } from '../file-links'
import { selectFilesOf } from '../file-queries'
import { countOwn, markDelivered, selectOwn } from '../own-queries'
import { confirmBulletin, openBulletin } from '../receive'
import { textFor } from '../words/bulletin-news-text'
import { presentOwn } from '../words/present-bulletin'
import type { BulletinFileParts } from './file-handlers'

type OwnCall = 'listOwnBulletins' | 'openOwnBulletin' | 'confirmOwnBulletin'

export function ownBulletinHandlers({ keys }: Pick<BulletinFileParts, 'keys'>): Pick<Handlers, OwnCall> {
  return {
    listOwnBulletins: async ({ db, user, clock, language, query: { page, pageSize } }) => {
      const rows = await selectOwn(db, user, { offset: (page - 1) * pageSize, limit: pageSize })
      const taken = rows.filter(({ state, deliveredAt }) => state === 'sent' && deliveredAt === null)
      await markDelivered(
        db,
        user.accountId,
        taken.map(({ bulletinId }) => bulletinId),
        clock.now(),
      )
      return {
        bulletins: rows.map((row) => presentOwn(row, language)),
        ...(await countOwn(db, user)),
        ...{ page, pageSize },
      }
    },

    openOwnBulletin: async ({ db, user, clock, language, params: { id } }) => {
      const row = await openBulletin(db, user, id, clock.now())
      const { language: shown, content } = textFor(row.texts, row.language, language)
      const files = await linkFiles(await selectFilesOf(db, id), { user, keys, clock })
      return { ...presentOwn(row, language), language: shown, content, files }
    },

    confirmOwnBulletin: async ({ db, user, clock, language, params: { id }, body: { at } }) =>
      presentOwn(await confirmBulletin(db, user, id, { at, now: clock.now() }), language),
  }
}
