import { type DemandSetting, demandSetting } from '@coldkeep/contract/areas/demand-rules'
import { DEFAULT_DEMAND_RULE, type DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import { nearestSetting, placeAbove, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { deleteDemandRule, selectDemandRules, writeDemandRule } from './demand-rule-queries'
import { scopeKeyOf } from './scope-key'
import { type ChosenPlace, sourceOf } from './setting-place'
import { selectDepartmentNames } from './setting-place-queries'

interface PutRuleContext {
  readonly user: SignedIn
  readonly now: EpochMs
  /** Of the rule that was read; left out: whichever is current. */
  readonly revision?: number | null | undefined
}

/**
 * Gives a place its own rule, and audits it.
 * @throws Problem `row.changed` with the current rule
 */
export async function putDemandRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: ChosenPlace,
  rule: DemandRule,
): Promise<DemandSetting> {
  const before = await demandSettingOf(trx, place)
  const seen = revision === undefined ? before.revision : revision
  const changed = { changedAt: now, changedBy: user.name }
  const write = { ...scopeKeyOf(place.scope), ...rule, revision: seen, ...changed }
  if (!(await writeDemandRule(trx, write))) throw rowChanged(demandSetting, await demandSettingOf(trx, place))
  await note(trx, user, place, 'demand_rule.write', { before, after: rule }, now)
  return demandSettingOf(trx, place)
}

/**
 * Removes the own rule of a place, and audits it.
 * @throws Problem `row.changed` with the current rule
 */
export async function dropDemandRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: ChosenPlace,
): Promise<DemandSetting> {
  const before = await demandSettingOf(trx, place)
  const seen = revision ?? before.revision
  const isGone = seen !== null && (await deleteDemandRule(trx, scopeKeyOf(place.scope), seen))
  const after = await demandSettingOf(trx, place)
  if (!isGone) throw rowChanged(demandSetting, after)
  await note(trx, user, place, 'demand_rule.remove', { before, after }, now)
  return after
}

/** What holds in a place, and where it comes from. */
export async function demandSettingOf(db: Db, place: ChosenPlace): Promise<DemandSetting> {
  const rules = settingsByScope(await selectDemandRules(db, place.storeId === null ? [] : [place.storeId]))
  const departments = await selectDepartmentNames(db, place.visible)
  const found = nearestSetting(rules, place)
  const above = nearestSetting(rules, placeAbove(place))
  const isOwn = found !== null && found !== above
  return {
    ...bare(found ?? DEFAULT_DEMAND_RULE),
    departmentId: place.scope.kind === 'department' ? place.scope.departmentId : null,
    storeId: place.storeId,
    name: place.name,
    revision: isOwn ? found.revision : null,
    source: sourceOf(found?.scope ?? null, departments, place.name),
    inherited: {
      ...bare(above ?? DEFAULT_DEMAND_RULE),
      source: sourceOf(above?.scope ?? null, departments, null),
    },
    changedBy: isOwn ? found.changedBy : null,
    changedAt: isOwn ? found.changedAt : null,
  }
}

function bare({ isEnabled, fromStage }: DemandRule): DemandRule {
  return { isEnabled, fromStage }
}

async function note(
  db: Db,
  user: SignedIn,
  place: ChosenPlace,
  kind: string,
  { before, after }: { readonly before: DemandSetting; readonly after: DemandRule },
  at: EpochMs,
): Promise<void> {
  const by = { accountId: user.accountId, name: user.name }
  const { storeId, name } = place
  const detail = { before: bare(before), after: bare(after) }
  await addAudit(db, { at, by, storeId, kind, subject: name, detail, outcome: 'done' })
}
