import type { Handlers } from '../../calls/bind-call'
import { screenRules } from '../../settings/screen-rules'
import { selectChosenPlace } from '../../settings/setting-place'

type RuleCall = 'getScreenRule' | 'saveScreenRule' | 'removeScreenRule'

export const screenRuleHandlers = {
  getScreenRule: async ({ db, user, query }) =>
    screenRules.settingOf(db, await selectChosenPlace(db, user, query)),

  saveScreenRule: async ({ db, user, body, clock }) => {
    const { consentRule, idleMinutes, mostMinutes, keptDays } = body
    const place = await selectChosenPlace(db, user, body)
    const writing = { user, now: clock.now(), revision: body.revision }
    const rule = { consentRule, idleMinutes, mostMinutes, keptDays }
    return db.transaction().execute((trx) => screenRules.put(trx, writing, place, rule))
  },

  removeScreenRule: async ({ db, user, query, clock }) => {
    const place = await selectChosenPlace(db, user, query)
    const writing = { user, now: clock.now(), revision: query.revision }
    return db.transaction().execute((trx) => screenRules.drop(trx, writing, place))
  },
} satisfies Pick<Handlers, RuleCall>
