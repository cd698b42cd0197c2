import { Problem } from '@coldkeep/contract/problem'
import { nextReminder } from '@coldkeep/domain/bulletins/reminders'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Handlers } from '../../calls/bind-call'
import { remindByHand, withdraw } from '../change-bulletin'
import { linkFiles } from '../file-links'
import { selectFilesOf } from '../file-queries'
import { countPlace, selectPlaceStores } from '../place-queries'
import {
  countSent,
  type SentRow,
  selectJoined,
  selectOneSent,
  selectReaders,
  selectSent,
} from '../receipt-queries'
import { readPlace, sendBulletin } from '../send-bulletin'
import { bulletinNewsText } from '../words/bulletin-news-text'
import { presentReader, presentSent } from '../words/present-bulletin'
import type { BulletinFileParts } from './file-handlers'

type BulletinCall =
  | 'listBulletinRecipients'
  | 'countBulletinRecipients'
  | 'previewBulletin'
  | 'sendBulletin'
  | 'listBulletins'
  | 'getBulletin'
  | 'listBulletinReaders'
  | 'remindOfBulletin'
  | 'withdrawBulletin'

export function bulletinHandlers({ keys }: Pick<BulletinFileParts, 'keys'>): Pick<Handlers, BulletinCall> {
  return {
    listBulletinRecipients: async ({ db, user, query: { departmentId, storeId, page, pageSize } }) => {
      const place = await readPlace(db, user, { departmentId, storeId, exceptStores: [], exceptPeople: [] })
      const found = await selectPlaceStores(db, place, { offset: (page - 1) * pageSize, limit: pageSize })
      const stores = found.stores.map(({ people, ...store }) => ({ ...store, people: [...people] }))
      return { stores, total: found.total, page, pageSize }
    },

    countBulletinRecipients: async ({ db, user, body }) => {
      const { zones, ...count } = await countPlace(db, await readPlace(db, user, body))
      return { ...count, zones: [...zones] }
    },

    previewBulletin: async ({ db, user, translate, body }) => {
      const { language, words, needsConfirmation, departmentId, storeId } = body
      const chosen = { departmentId, storeId, exceptStores: [], exceptPeople: [] }
      const { zones } = await countPlace(db, await readPlace(db, user, chosen))
      const deadlineAt = body.deadlineAt === null ? null : epochMs(body.deadlineAt)
      const { title, lines } = bulletinNewsText(
        {
          ...{ texts: { [language]: words }, language, needsConfirmation, deadlineAt },
          ...{ zone: zones[0] ?? 'UTC', isReminder: false },
        },
        { language, translate },
      )
      return { title, text: lines.join('\n') }
    },

    sendBulletin: ({ db, user, clock, body }) => sendBulletin(db, { user, now: clock.now() }, body),

    listBulletins: async ({ db, user, language, query: { page, pageSize } }) => {
      const slice = { offset: (page - 1) * pageSize, limit: pageSize }
      const rows = await selectSent(db, user.departmentIds, slice)
      return {
        bulletins: rows.map((row) => presentSent(row, language)),
        total: await countSent(db, user.departmentIds),
        ...{ page, pageSize },
      }
    },

    getBulletin: async ({ db, user, clock, language, params: { id } }) => {
      const row = await selectOneSent(db, user.departmentIds, id)
      if (row === null) throw new Problem('bulletin.unknown')
      const files = await linkFiles(await selectFilesOf(db, id), { user, keys, clock })
      const { texts, firstCounts, emptyStores, stoppedBecause, withdrawnAt, withdrawnBy } = row
      return {
        ...presentSent(row, language),
        ...{ language: row.language, texts, files, firstCounts, emptyStores },
        ...{ stoppedBecause, withdrawnAt, withdrawnBy },
        ...remindersOf(row),
        isUnderWay: row.isUnderWay,
        mayChange: user.pageKeys.has('4-6'),
      }
    },

    listBulletinReaders: async ({ db, user, params: { id }, query: { group, page, pageSize } }) => {
      const row = await selectOneSent(db, user.departmentIds, id)
      if (row === null) throw new Problem('bulletin.unknown')
      const slice = { offset: (page - 1) * pageSize, limit: pageSize }
      const { readers, total } =
        group === 'joined' ? await selectJoined(db, row, slice) : await selectReaders(db, id, group, slice)
      return { readers: readers.map((reader) => presentReader(reader, row)), total, page, pageSize }
    },

    remindOfBulletin: async ({ db, user, clock, params: { id } }) => ({
      missing: await remindByHand(db, { user, now: clock.now() }, id),
    }),

    withdrawBulletin: async ({ db, user, clock, params: { id } }) => {
      await withdraw(db, { user, now: clock.now() }, id)
      const row = await selectOneSent(db, user.departmentIds, id)
      if (row === null) throw new Problem('bulletin.unknown')
      return { state: row.state }
    },
  }
}

function remindersOf({
  state,
  round: reminders,
  sentAt,
  remindedAt,
  needsConfirmation,
  nextReminderAt,
}: SentRow) {
  const isOpenToConfirm = state === 'sent' && needsConfirmation && sentAt !== null
  return {
    reminders,
    remindFrom: isOpenToConfirm ? nextReminder({ reminders, sentAt, remindedAt }) : null,
    remindsAt: isOpenToConfirm ? nextReminderAt : null,
  }
}
