import { LOSS_THRESHOLD_FIELD, type LossSetting, lossSetting } from '@coldkeep/contract/areas/loss-rules'
import { Problem } from '@coldkeep/contract/problem'
import { checkLossRule, DEFAULT_LOSS_RULE, type LossRule } from '@coldkeep/domain/alarms/connection-loss'
import { nearestSetting, placeAbove, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import type { SignedIn } from '../../http/context'
import { rowChanged } from '../../http/row-changed'
import { selectScope, selectStoreInScope } from '../../http/scope'
import { presentLossRules } from '../../present/loss-rules'
import { deleteLossRule, selectLossRules, writeLossRule } from '../../settings/loss-rules'
import { scopeKeyOf } from '../../settings/setting-places'
import { selectStoresOfScope } from './queries'
import { type ChosenPlace, selectChosenPlace, selectDepartmentNames, sourceOf } from './setting-place'

type LossCall = 'getLossSetting' | 'saveLossSetting' | 'removeLossSetting' | 'exportLossSettings'

export const lossHandlers = {
  getLossSetting: async ({ db, user, query }) => {
    const choice = { departmentId: query.depart, storeId: query.store }
    return settingOf(db, await selectChosenPlace(db, user, choice))
  },

  saveLossSetting: async ({ db, user, body, clock }) => {
    const { lossPeriodMinutes, lossThresholdMinutes } = body
    const rule = checkLossRule({ lossPeriodMinutes, lossThresholdMinutes })
    if (!rule.ok) throw new Problem('loss_rule.threshold_above', {}, { [LOSS_THRESHOLD_FIELD]: 'range' })
    const place = await selectChosenPlace(db, user, body)
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const before = await settingOf(trx, place)
      const revision = body.revision === undefined ? before.revision : body.revision
      const write = {
        ...scopeKeyOf(place.scope),
        ...rule.value,
        revision,
        changedAt: now,
        changedBy: user.name,
      }
      if (!(await writeLossRule(trx, write))) throw rowChanged(lossSetting, await settingOf(trx, place))
      await note(trx, user, place, 'loss_rule.write', { before, after: rule.value }, now)
      return settingOf(trx, place)
    })
  },

  removeLossSetting: async ({ db, user, query, clock }) => {
    const choice = { departmentId: query.depart, storeId: query.store }
    const place = await selectChosenPlace(db, user, choice)
    return db.transaction().execute(async (trx) => {
      const before = await settingOf(trx, place)
      const isGone = await deleteLossRule(trx, scopeKeyOf(place.scope), query.revision)
      const after = await settingOf(trx, place)
      if (!isGone) throw rowChanged(lossSetting, after)
      await note(trx, user, place, 'loss_rule.remove', { before, after }, clock.now())
      return after
    })
  },

  exportLossSettings: async ({ db, user, query, language, translate }) => {
    const scope = await selectScope(db, user, query.depart)
    const chosen = query.store === null ? null : await selectStoreInScope(db, scope, query.store)
    const [stores, written, departments] = await Promise.all([
      selectStoresOfScope(db, scope, chosen?.storeId ?? null),
      selectLossRules(db, chosen === null ? 'all' : [chosen.storeId]),
      selectDepartmentNames(db, await selectScope(db, user)),
    ])
    const rules = settingsByScope(written)
    const rows = stores.map((store) => {
      const rule = nearestSetting(rules, store)
      return {
        ...store,
        ...bare(rule ?? DEFAULT_LOSS_RULE),
        source: sourceOf(rule?.scope ?? null, departments, store.name),
      }
    })
    return { csv: presentLossRules(rows, { language, translate }) }
  },
} satisfies Pick<Handlers, LossCall>

async function settingOf(db: Db, place: ChosenPlace): Promise<LossSetting> {
  const rules = settingsByScope(await selectLossRules(db, place.storeId === null ? [] : [place.storeId]))
  const departments = await selectDepartmentNames(db, place.visible)
  const found = nearestSetting(rules, place)
  const above = nearestSetting(rules, placeAbove(place))
  const isOwn = found !== null && found !== above
  return {
    ...bare(found ?? DEFAULT_LOSS_RULE),
    departmentId: place.scope.kind === 'department' ? place.scope.departmentId : null,
    storeId: place.storeId,
    name: place.name,
    revision: isOwn ? found.revision : null,
    source: sourceOf(found?.scope ?? null, departments, place.name),
    inherited: {
      ...bare(above ?? DEFAULT_LOSS_RULE),
      source: sourceOf(above?.scope ?? null, departments, null),
    },
    changedBy: isOwn ? found.changedBy : null,
    changedAt: isOwn ? found.changedAt : null,
  }
}

function bare({ lossPeriodMinutes, lossThresholdMinutes }: LossRule): LossRule {
  return { lossPeriodMinutes, lossThresholdMinutes }
}

async function note(
  db: Db,
  user: SignedIn,
  place: ChosenPlace,
  kind: string,
  { before, after }: { readonly before: LossSetting; readonly after: LossRule },
  at: EpochMs,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  const { storeId, name } = place
  const detail = { before: bare(before), after: bare(after) }
  await addAudit(db, { at, by, storeId, kind, subject: name, detail, outcome: 'done' })
}
