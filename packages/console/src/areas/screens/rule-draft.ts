import { type ScreenRule, saveScreenRule } from '@coldkeep/contract/areas/screens'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'

export const ruleNumbers = ['idleMinutes', 'mostMinutes', 'keptDays'] as const
export type RuleNumberKey = (typeof ruleNumbers)[number]

export type RuleValues = {
  readonly [Key in keyof ScreenRule]: Key extends 'consentRule' ? ScreenRule[Key] : number | null
}

/** What the call takes. */
export function screenRuleRules(t: Translate): CallRules<typeof saveScreenRule, RuleValues> {
  return {
    call: saveScreenRule,
    labels: ruleLabels(t),
    inputOf: (values) => ({ body: { departmentId: null, storeId: null, ...values, revision: null } }),
  }
}

export function ruleLabels(t: Translate): Readonly<Record<keyof ScreenRule, string>> {
  return {
    consentRule: t('screens.consentRule'),
    idleMinutes: t('screens.idleMinutes'),
    mostMinutes: t('screens.mostMinutes'),
    keptDays: t('screens.keptDays'),
  }
}
