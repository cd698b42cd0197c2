import { Problem } from '@coldkeep/contract/problem'
import { checkLossRule, DEFAULT_LOSS_RULE } from '@coldkeep/domain/alarms/connection-loss'
import { nearestSetting, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { lossRules, lossRuleTable } from '../loss-rules'
import { selectStoresOfScope } from '../scoped-store-queries'
import { selectChosenPlace, sourceOf } from '../setting-place'
import { selectDepartmentNames } from '../setting-place-queries'
import { presentLossRules } from '../words/loss-rule-rows'

type LossCall = 'getLossSetting' | 'saveLossSetting' | 'removeLossSetting' | 'exportLossSettings'

export const lossHandlers = {
  getLossSetting: async ({ db, user, query }) => {
    const choice = { departmentId: query.departmentId, storeId: query.storeId }
    return lossRules.settingOf(db, await selectChosenPlace(db, user, choice))
  },

  saveLossSetting: async ({ db, user, body, clock }) => {
    const { lossPeriodMinutes, lossThresholdMinutes } = body
    const rule = checkLossRule({ lossPeriodMinutes, lossThresholdMinutes })
    if (!rule.ok) throw new Problem('loss_rule.threshold_above', {}, { lossThresholdMinutes: 'range' })
    const place = await selectChosenPlace(db, user, body)
    const writing = { user, now: clock.now(), revision: body.revision }
    return db.transaction().execute((trx) => lossRules.put(trx, writing, place, rule.value))
  },

  removeLossSetting: async ({ db, user, query, clock }) => {
    const choice = { departmentId: query.departmentId, storeId: query.storeId }
    const place = await selectChosenPlace(db, user, choice)
    const writing = { user, now: clock.now(), revision: query.revision }
    return db.transaction().execute((trx) => lossRules.drop(trx, writing, place))
  },

  exportLossSettings: async ({ db, user, query, language, translate }) => {
    const scope = await selectScope(db, user, query.departmentId)
    const chosen = query.storeId === null ? null : await selectStoreInScope(db, scope, query.storeId)
    const [stores, written, departments] = await Promise.all([
      selectStoresOfScope(db, scope, chosen?.storeId ?? null),
      lossRuleTable.select(db, chosen === null ? 'all' : [chosen.storeId]),
      selectDepartmentNames(db, scopeOf(user)),
    ])
    const rules = settingsByScope(written)
    const rows = stores.map((store) => {
      const rule = nearestSetting(rules, store)
      return {
        ...store,
        ...lossRuleTable.bare(rule ?? DEFAULT_LOSS_RULE),
        source: sourceOf(rule?.scope ?? null, departments, store.name),
      }
    })
    return { csv: presentLossRules(rows, { language, translate }) }
  },
} satisfies Pick<Handlers, LossCall>
