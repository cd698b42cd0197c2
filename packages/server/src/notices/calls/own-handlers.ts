import { scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { updateNoticesRead } from '../../outbox/notice-queries'
import type { Notices } from '../notices'
import { selectOwnMessages } from '../own-message-queries'
import { readFacts } from '../read-facts'
import { ownText } from '../words/own-text'

type OwnCall = 'listOwnMessages' | 'readOwnMessages'

/** What calls about the own messages need. */
export interface OwnMessageCallParts {
  readonly notices: Pick<Notices, 'kinds'>
}

export function ownMessageHandlers({ notices }: OwnMessageCallParts): Pick<Handlers, OwnCall> {
  return {
    listOwnMessages: async ({ db, user, clock, language, translate, log, query: { count } }) => {
      const now = clock.now()
      const { kinds } = notices
      const rows = await selectOwnMessages(db, user.accountId, scopeOf(user), { kinds, now, count })
      const unworded = rows.filter(({ title }) => title === null)
      const read = await readFacts(kinds, db, unworded, now)
      // one that cannot be read does not keep the others from being listed
      const factOf = (row: (typeof rows)[number]) => {
        try {
          return read(row)
        } catch (error) {
          log.error({ err: error, message: row.messageKey }, 'a message has no words')
          return null
        }
      }
      return {
        messages: rows.map((row) => {
          const place = kinds[row.subjectKind].placeOf(row)
          const { alarm, write, terminal, model, firmwareJob, leftBehind, demand } = place
          const {
            upkeep,
            repairCase,
            openBreaches,
            parameters,
            parameterApply,
            fridgeBrand,
            pointApplication,
            amber,
            bulletin,
          } = place
          return {
            id: row.messageKey,
            at: row.at,
            ...ownText(row, factOf, { language, translate }),
            isUrgent: row.isUrgent,
            isRead: row.isRead,
            storeId: row.ofStore,
            alarm: alarm ?? null,
            write: write ?? null,
            terminalId: terminal ?? null,
            model: model ?? null,
            firmwareJob: firmwareJob ?? null,
            leftBehind: leftBehind ?? null,
            demand: demand ?? null,
            upkeep: upkeep ?? null,
            repairCase: repairCase ?? null,
            parameters: parameters ?? null,
            parameterApply: parameterApply ?? null,
            openBreaches: openBreaches ?? null,
            fridgeBrand: fridgeBrand ?? null,
            pointApplication: pointApplication ?? null,
            amber: amber ?? null,
            bulletin: bulletin ?? null,
          }
        }),
        total: rows[0]?.total ?? 0,
        unread: rows[0]?.unread ?? 0,
      }
    },

    readOwnMessages: async ({ db, user, clock, body }) => {
      await updateNoticesRead(db, user.accountId, body.message, clock.now())
      return {}
    },
  }
}
