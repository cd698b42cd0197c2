import type { WarningSetting } from '@coldkeep/contract/areas/warning-rules'
import type { WarningKind, WarningRule } from '@coldkeep/domain/alarms/early-warning-rules'
import { formatMinutes, formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'

/** What a rule does, in a plain sentence with its numbers. */
export function ruleSentence(kind: WarningKind, rule: WarningRule, t: Translate, language: Language): string {
  if (!rule.isEnabled) return t('warningRules.off')
  const length = formatMinutes(t, kind === 'threshold' ? rule.minutes : rule.windowHours * 60)
  return t(`warningRules.says.${kind}`, { x: formatNumber(language, rule.x), length })
}

/** What the rule takes as the usual movement of a score; a low score needs none. */
export function intensitySentence(
  kind: WarningKind,
  { intensity, isEnabled }: WarningRule,
  t: Translate,
  language: Language,
): string | null {
  if (kind === 'threshold' || !isEnabled) return null
  return intensity === null
    ? t('warningRules.intensityAuto')
    : t('warningRules.intensityIs', { value: formatNumber(language, intensity) })
}

/** For whom the rule holds. */
export function placeWords({ scope, name }: Pick<WarningSetting, 'scope' | 'name'>, t: Translate): string {
  return scope.kind === 'default' ? t('warningRules.everybody') : (name ?? '')
}

export function ruleKey({ scope, kind }: Pick<WarningSetting, 'scope' | 'kind'>): string {
  if (scope.kind === 'default') return `default ${kind}`
  return scope.kind === 'store'
    ? `store ${scope.storeId} ${kind}`
    : `department ${scope.departmentId} ${kind}`
}
