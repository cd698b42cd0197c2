import type { WarningKind, WarningRuleFlaw } from '@coldkeep/domain/alarms/early-warning-rules'
import type { Translate } from '@coldkeep/phrases/keys'
import type { PlainField } from '../../archetypes/editor/editor-field'

/** A number of the rule, with the flaw that is reported at it. */
export type RuleField = PlainField & { readonly flaw?: WarningRuleFlaw }

/** The numbers that a kind of rule uses; the help under each gives its bounds. */
export function ruleFields(kind: WarningKind, t: Translate): readonly RuleField[] {
  const isThreshold = kind === 'threshold'
  const enabled: RuleField = { key: 'isEnabled', kind: 'check', label: t('warningRules.enabled') }
  const x: RuleField = {
    key: 'x',
    kind: 'number',
    label: t(isThreshold ? 'warningRules.x' : 'warningRules.xBeyond'),
    unit: t('warningRules.points'),
    help: t('warningRules.xHelp', { limit: isThreshold ? 97 : 100 }),
    flaw: 'x_range',
  } as RuleField
  const minutes = {
    key: 'minutes',
    kind: 'number',
    label: t('warningRules.minutes'),
    unit: t('warningRules.minute'),
    help: t('warningRules.minutesHelp'),
    flaw: 'minutes_range',
  } as RuleField
  const intensity = {
    key: 'intensity',
    kind: 'number',
    label: t('warningRules.intensity'),
    unit: t('warningRules.points'),
    help: t('warningRules.intensityHelp'),
    flaw: 'intensity_range',
  } as RuleField
  const window = {
    key: 'windowHours',
    kind: 'number',
    label: t('warningRules.window'),
    unit: t('warningRules.hour'),
    help: t('warningRules.windowHelp'),
    flaw: 'window_range',
  } as RuleField
  return isThreshold ? [enabled, x, minutes] : [enabled, x, intensity, window]
}
