import type { Handlers } from '../../http/bind-call'
import { selectScope } from '../../http/scope'
import { markRead, selectOwnMessages } from './own-queries'

type OwnCall = 'listOwnMessages' | 'readOwnMessages'

export const ownMessageHandlers = {
  listOwnMessages: async ({ db, user, clock, query: { count } }) => {
    const scope = await selectScope(db, user)
    const rows = await selectOwnMessages(db, user.accountId, scope, { now: clock.now(), count })
    return {
      messages: rows.map(({ messageKey, at, title, body, isUrgent, isRead, storeId, alarmId }) => ({
        id: messageKey,
        at,
        title,
        body,
        is_urgent: isUrgent,
        is_read: isRead,
        store: storeId,
        alarm: alarmId,
      })),
      total: rows[0]?.total ?? 0,
      unread: rows[0]?.unread ?? 0,
    }
  },

  readOwnMessages: async ({ db, user, clock, body }) => {
    await markRead(db, user.accountId, body.message, clock.now())
    return {}
  },
} satisfies Pick<Handlers, OwnCall>
