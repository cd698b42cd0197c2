import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { modelMessageText } from '../../instructions/words/model-message'
import { terminalMessageText } from '../../terminals/words/terminal-message'
import { writeTeller } from '../../writes/told-writes'
import { markRead } from '../mark-read'
import { selectOwnMessages } from '../own-queries'

type OwnCall = 'listOwnMessages' | 'readOwnMessages'

export const ownMessageHandlers = {
  listOwnMessages: async ({ db, user, clock, language, translate, query: { count } }) => {
    const now = clock.now()
    const scope = scopeOf(user)
    const rows = await selectOwnMessages(db, user.accountId, scope, { now, count })
    const tell = await writeTeller(db, rows.flatMap(writeOf), now)
    return {
      messages: rows.map((row) => {
        const [write] = writeOf(row)
        const { told, ofTerminal } = row
        const words = told
          ? modelMessageText(told, { language, translate })
          : ofTerminal
            ? terminalMessageText(ofTerminal, { language, translate })
            : write && tell(write, { language, translate })
        return {
          id: row.messageKey,
          at: row.at,
          title: words?.title ?? row.title ?? '',
          body: words?.body ?? row.body ?? '',
          is_urgent: row.isUrgent,
          is_read: row.isRead,
          store: row.storeId,
          alarm: row.alarmId,
          write: row.writeId,
          terminal: ofTerminal?.terminalId ?? null,
          model: told && { brand: told.brand, model: told.model },
        }
      }),
      total: rows[0]?.total ?? 0,
      unread: rows[0]?.unread ?? 0,
    }
  },

  readOwnMessages: async ({ db, user, clock, body }) => {
    await markRead(db, user.accountId, body.message, clock.now())
    return {}
  },
} satisfies Pick<Handlers, OwnCall>

type OwnMessageRow = Awaited<ReturnType<typeof selectOwnMessages>>[number]

function writeOf({ storeId, writeId, about }: OwnMessageRow) {
  return storeId === null || writeId === null || about === null ? [] : [{ storeId, writeId, about }]
}
