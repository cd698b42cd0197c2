import type { Handlers } from '../../calls/bind-call'
import { demandRules } from '../demand-rules'
import { selectChosenPlace } from '../setting-place'

type DemandRuleCall = 'getDemandSetting' | 'saveDemandSetting' | 'removeDemandSetting'

export const demandRuleHandlers = {
  getDemandSetting: async ({ db, user, query }) =>
    demandRules.settingOf(db, await selectChosenPlace(db, user, query)),

  saveDemandSetting: async ({ db, user, body, clock }) => {
    const { isEnabled, fromStage, revision } = body
    const place = await selectChosenPlace(db, user, body)
    const writing = { user, now: clock.now(), revision }
    return db.transaction().execute((trx) => demandRules.put(trx, writing, place, { isEnabled, fromStage }))
  },

  removeDemandSetting: async ({ db, user, query, clock }) => {
    const place = await selectChosenPlace(db, user, query)
    const writing = { user, now: clock.now(), revision: query.revision }
    return db.transaction().execute((trx) => demandRules.drop(trx, writing, place))
  },
} satisfies Pick<Handlers, DemandRuleCall>
