import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { fieldOfFlaw } from '@coldkeep/contract/areas/warning-rules'
import { checkLossRule } from '@coldkeep/domain/alarms/connection-loss'
import {
  checkWarningRules,
  type ScopedWarningRule,
  type WarningKind,
  type WarningRuleFlaw,
  warningKinds,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import { isSame } from '@coldkeep/domain/organisation/merge-answers'
import { lossRules } from '../settings/loss-rules'
import { dropWarningRule, putWarningRule } from '../settings/put-warning-rule'
import { type ChosenPlace, selectChosenPlace } from '../settings/setting-place'
import type { PutContext } from './put-context'

/** Gives the store its own rules of alarms, or takes them away. */
export async function putRules(
  context: PutContext,
  storeId: StoreId,
  base: StoreSettings,
  content: StoreSettings,
): Promise<void> {
  const place = await selectChosenPlace(context.trx, context.user, { departmentId: null, storeId })
  if (!isSame(base.loss, content.loss)) await putLoss(context, place, content.loss)
  for (const kind of warningKinds) {
    const warning = content.warnings?.[kind]
    if (warning === undefined || isSame(base.warnings?.[kind], warning)) continue
    await putWarning(context, place, storeId, kind, warning)
  }
}

async function putLoss(
  { trx, user, now, faults, translate }: PutContext,
  place: ChosenPlace,
  loss: StoreSettings['loss'],
): Promise<void> {
  if (loss === null) return
  if (!loss.isOwn) {
    await lossRules.drop(trx, { user, now }, place)
    return
  }
  const { periodMinutes: period, thresholdMinutes: threshold } = loss
  if (period === null) faults.addField('loss.periodMinutes', 'missing')
  if (threshold === null) faults.addField('loss.thresholdMinutes', 'missing')
  if (period === null || threshold === null) return
  const rule = checkLossRule({ lossPeriodMinutes: period, lossThresholdMinutes: threshold })
  if (rule.ok) await lossRules.put(trx, { user, now }, place, rule.value)
  else if (rule.problem === 'loss_period_range') faults.addField('loss.periodMinutes', 'range')
  else if (threshold > period) {
    faults.add('loss.thresholdMinutes', translate('errors.loss_rule.threshold_above'))
  } else faults.addField('loss.thresholdMinutes', 'range')
}

/** As the answers call what the file of rules calls otherwise. */
const fields: Readonly<Partial<Record<(typeof fieldOfFlaw)[WarningRuleFlaw], string>>> = {
  y: 'minutes',
  windowH: 'windowHours',
}

async function putWarning(
  { trx, user, now, faults }: PutContext,
  place: ChosenPlace,
  storeId: StoreId,
  kind: WarningKind,
  warning: NonNullable<StoreSettings['warnings']>[WarningKind],
): Promise<void> {
  if (!warning.isOwn) {
    await dropWarningRule(trx, { user, now }, place, kind)
    return
  }
  const { x, minutes, windowHours } = warning
  const empty = Object.entries({ x, minutes, windowHours }).filter(([, value]) => value === null)
  for (const [field] of empty) faults.addField(`warnings.${kind}.${field}`, 'missing')
  if (x === null || minutes === null || windowHours === null) return
  const { isEnabled, intensity } = warning
  const rule: ScopedWarningRule = {
    ...{ scope: { kind: 'store', storeId } as const, kind },
    ...{ isEnabled, x, minutes, intensity, windowHours },
  }
  // columns of whole numbers
  for (const [field, value] of Object.entries({ minutes, windowHours })) {
    if (!Number.isInteger(value)) faults.addField(`warnings.${kind}.${field}`, 'range')
  }
  if (!Number.isInteger(minutes) || !Number.isInteger(windowHours)) return
  const checked = checkWarningRules([rule])
  if (checked.ok) await putWarningRule(trx, { user, now }, place, rule)
  else {
    for (const { flaw } of checked.problem) {
      const field = fieldOfFlaw[flaw]
      faults.addField(`warnings.${kind}.${fields[field] ?? field}`, 'range')
    }
  }
}
