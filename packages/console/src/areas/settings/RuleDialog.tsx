import {
  listWarningRules,
  saveWarningRule,
  type WarningSetting,
} from '@coldkeep/contract/areas/warning-rules'
import { checkWarningRules, type ScopedWarningRule } from '@coldkeep/domain/alarms/early-warning-rules'
import { useCallback, useMemo } from 'react'
import { EditDialog } from '../../archetypes/editor/EditDialog'
import type { PlainValues } from '../../archetypes/editor/editor-field'
import { isEmptyValue } from '../../kit/form/form-field'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { type RuleField, ruleFields } from './rule-fields'
import { placeWords } from './rule-words'

const changes = [listWarningRules]

/** One rule of one place. Where the place inherited it, saving gives it its own. */
export function RuleDialog({
  rule,
  proposedX = null,
  onClose,
}: {
  readonly rule: WarningSetting
  /** Points to begin with instead of those that it has. */
  readonly proposedX?: number | null
  readonly onClose: () => void
}) {
  const t = useText()
  const { kind } = rule
  const fields = useMemo(() => ruleFields(kind, t), [kind, t])
  const write = useMemo(
    () => ({
      call: saveWarningRule,
      inputOf: (values: PlainValues) => ({ body: { ...ruleOf(rule, values), revision: rule.revision } }),
    }),
    [rule],
  )
  const check = useCallback(
    (values: PlainValues) => {
      const checked = checkWarningRules([ruleOf(rule, values)])
      if (checked.ok) return {}
      const flawed = checked.problem.flatMap(({ flaw }) => fields.find((field) => field.flaw === flaw) ?? [])
      const words = ({ key, help }: RuleField) =>
        isEmptyValue(values[key]) ? t('kit.field.required') : String(help)
      return Object.fromEntries(flawed.map((field) => [field.key, words(field)]))
    },
    [rule, fields, t],
  )
  const { isEnabled, x, minutes, intensity, windowHours } = rule
  const initial = useMemo(
    () => ({ isEnabled, x, minutes, intensity, windowHours }),
    [isEnabled, x, minutes, intensity, windowHours],
  )
  const kept = useMemo(
    () => (proposedX === null ? undefined : { ...initial, x: proposedX }),
    [initial, proposedX],
  )
  return (
    <EditDialog
      title={t('warningRules.editFor', {
        rule: t(`warningRules.kind.${kind}`),
        place: placeWords(rule, t),
      })}
      fields={fields}
      initial={initial}
      kept={kept}
      write={write as never}
      check={check}
      invalidates={changes}
      draftName="warning-rule"
      draftOf={keepNothing}
      onSend={() => {}}
      onDone={() => {
        showToast(t('shell.words.settingSaved'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** The form is short: what was typed in it is not kept over a reload. */
function keepNothing(): null {
  return null
}

function ruleOf(rule: WarningSetting, values: PlainValues): ScopedWarningRule {
  const { scope, kind } = rule
  const held = { ...rule, ...values } as WarningSetting
  const { isEnabled, x, minutes, intensity, windowHours } = held
  return { scope, kind, isEnabled, x, minutes, intensity, windowHours }
}
