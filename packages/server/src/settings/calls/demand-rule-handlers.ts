import type { Handlers } from '../../calls/bind-call'
import { demandSettingOf, dropDemandRule, putDemandRule } from '../put-demand-rule'
import { selectChosenPlace } from '../setting-place'

type DemandRuleCall = 'getDemandSetting' | 'saveDemandSetting' | 'removeDemandSetting'

export const demandRuleHandlers = {
  getDemandSetting: async ({ db, user, query }) =>
    demandSettingOf(db, await selectChosenPlace(db, user, query)),

  saveDemandSetting: async ({ db, user, body, clock }) => {
    const { isEnabled, fromStage, revision } = body
    const place = await selectChosenPlace(db, user, body)
    const writing = { user, now: clock.now(), revision }
    return db.transaction().execute((trx) => putDemandRule(trx, writing, place, { isEnabled, fromStage }))
  },

  removeDemandSetting: async ({ db, user, query, clock }) => {
    const place = await selectChosenPlace(db, user, query)
    const writing = { user, now: clock.now(), revision: query.revision }
    return db.transaction().execute((trx) => dropDemandRule(trx, writing, place))
  },
} satisfies Pick<Handlers, DemandRuleCall>
