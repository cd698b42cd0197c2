import { type LossSetting, lossSetting } from '@coldkeep/contract/areas/loss-rules'
import { DEFAULT_LOSS_RULE, type LossRule } from '@coldkeep/domain/alarms/connection-loss'
import { nearestSetting, placeAbove, settingsByScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db } from '../db/connect'
import { deleteLossRule, selectLossRules, writeLossRule } from './loss-rule-queries'
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
export async function putLossRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: ChosenPlace,
  rule: LossRule,
): Promise<LossSetting> {
  const before = await settingOf(trx, place)
  const seen = revision === undefined ? before.revision : revision
  const changed = { changedAt: now, changedBy: user.name }
  const write = { ...scopeKeyOf(place.scope), ...rule, revision: seen, ...changed }
  if (!(await writeLossRule(trx, write))) throw rowChanged(lossSetting, await settingOf(trx, place))
  await note(trx, user, place, 'loss_rule.write', { before, after: rule }, now)
  return settingOf(trx, place)
}

/**
 * Removes the own rule of a place, and audits it.
 * @throws Problem `row.changed` with the current rule
 */
export async function dropLossRule(
  trx: Db,
  { user, now, revision }: PutRuleContext,
  place: ChosenPlace,
): Promise<LossSetting> {
  const before = await settingOf(trx, place)
  const seen = revision ?? before.revision
  const isGone = seen !== null && (await deleteLossRule(trx, scopeKeyOf(place.scope), seen))
  const after = await settingOf(trx, place)
  if (!isGone) throw rowChanged(lossSetting, after)
  await note(trx, user, place, 'loss_rule.remove', { before, after }, now)
  return after
}

/** What holds in a place, and where it comes from. */
export async function settingOf(db: Db, place: ChosenPlace): Promise<LossSetting> {
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

export function bare({ lossPeriodMinutes, lossThresholdMinutes }: LossRule): LossRule {
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
