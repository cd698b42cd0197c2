import { getLossSetting } from '@coldkeep/contract/areas/loss-rules'
import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { listWarningRules } from '@coldkeep/contract/areas/warning-rules'
import { DEFAULT_LOSS_RULE } from '@coldkeep/domain/alarms/connection-loss'
import {
  DEFAULT_WARNING_RULES,
  type WarningKind,
  type WarningRule,
  warningKinds,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { NumberField } from '../../kit/field/NumberField'
import { RadioField } from '../../kit/field/RadioField'
import { FormFields } from '../../kit/form/FormFields'
import type { FormField, FormValue } from '../../kit/form/form-field'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { ruleFields } from '../settings/rule-fields'
import { ruleSentence } from '../settings/rule-words'
import { ReadOnlyReason } from './ReadOnlyReason'
import type { SetupStepProps } from './setup-step'
import styles from './store-settings.module.css'

const StoreLimits = lazily(() => import('./StoreLimits'), 'StoreLimits')
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 160

/** Numbers that a rule cannot do without; the others depend on its kind. */
const NEEDED = ['x', 'minutes', 'windowHours']

type Warning = NonNullable<StoreSettings['warnings']>[WarningKind]

/** When a silent terminal is reported, when a falling score is, and the limits that hold. */
export function AlarmStep(props: SetupStepProps) {
  const t = useText()
  const { loss, warnings, devices, store } = props.settings
  return (
    <div className={styles.parts}>
      <section className={frame.stack} aria-label={t('lossRules.rule')}>
        <h3>{t('lossRules.rule')}</h3>
        {loss === null ? (
          <ReadOnlyReason page={t('shell.pages.connectionLoss')} />
        ) : (
          <LossPart loss={loss} {...props} />
        )}
      </section>
      <section className={frame.stack} aria-label={t('warningRules.title')}>
        <h3>{t('warningRules.title')}</h3>
        {warnings === null ? (
          <ReadOnlyReason page={t('shell.pages.earlyWarningSetting')} />
        ) : (
          <WarningParts warnings={warnings} {...props} />
        )}
      </section>
      <div className={frame.stack}>
        <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
          <StoreLimits
            devices={devices}
            country={store.country}
            departmentId={departmentOf(props.settings)}
            storeId={props.storeId}
          />
        </Suspense>
      </div>
    </div>
  )
}

function OwnOrInherited(props: {
  readonly label: string
  readonly isOwn: boolean
  readonly onChange: (isOwn: boolean) => void
}) {
  const t = useText()
  return (
    <RadioField
      label={props.label}
      hideLabel
      value={props.isOwn ? 'own' : 'inherits'}
      onChange={(value) => props.onChange(value === 'own')}
      choices={[
        { value: 'inherits', label: t('storeSettings.inherits') },
        { value: 'own', label: t('storeSettings.own') },
      ]}
    />
  )
}

function LossPart(props: SetupStepProps & { readonly loss: NonNullable<StoreSettings['loss']> }) {
  const { loss, settings, edit, faults, onLeave } = props
  const t = useText()
  const query = { departmentId: departmentOf(settings), storeId: null }
  const above =
    useCall(getLossSetting, query.departmentId === null ? null : { query }, { quiet: true }).data ??
    DEFAULT_LOSS_RULE
  const { lossPeriodMinutes: period, lossThresholdMinutes: threshold } = above
  const field = (key: 'periodMinutes' | 'thresholdMinutes') => ({
    value: loss[key],
    unit: t('lossRules.minute'),
    required: true,
    error: faults[`loss.${key}`],
    onBlur: () => onLeave(`loss.${key}`),
    onChange: (value: number | null) => edit({ loss: { ...loss, [key]: value } }),
  })
  return (
    <>
      <OwnOrInherited
        label={t('storeSettings.lossOwn')}
        isOwn={loss.isOwn}
        onChange={(isOwn) =>
          edit({
            loss: isOwn
              ? { isOwn: true, periodMinutes: period, thresholdMinutes: threshold }
              : { isOwn: false, periodMinutes: null, thresholdMinutes: null },
          })
        }
      />
      {loss.isOwn ? (
        <div className={frame.choices}>
          <NumberField
            label={t('lossRules.period')}
            help={t('lossRules.bounds')}
            {...field('periodMinutes')}
          />
          <NumberField
            label={t('lossRules.threshold')}
            help={t('lossRules.notAbove')}
            {...field('thresholdMinutes')}
          />
        </div>
      ) : (
        <p className={frame.note}>{t('storeSettings.lossHolds', { period, threshold })}</p>
      )}
    </>
  )
}

function WarningParts(props: SetupStepProps & { readonly warnings: NonNullable<StoreSettings['warnings']> }) {
  const { warnings, settings, edit } = props
  const query = { departmentId: departmentOf(settings), storeId: null }
  const above = useCall(listWarningRules, query.departmentId === null ? null : { query }, {
    quiet: true,
  }).data
  return warningKinds.map((kind) => (
    <WarningPart
      key={kind}
      kind={kind}
      warning={warnings[kind]}
      above={above?.rules.find((rule) => rule.kind === kind) ?? DEFAULT_WARNING_RULES[kind]}
      onChange={(warning) => edit({ warnings: { ...warnings, [kind]: warning } })}
      faults={props.faults}
      onLeave={props.onLeave}
    />
  ))
}

const inheriting: Warning = {
  isOwn: false,
  isEnabled: true,
  x: null,
  minutes: null,
  intensity: null,
  windowHours: null,
}

function WarningPart(
  props: Pick<SetupStepProps, 'faults' | 'onLeave'> & {
    readonly kind: WarningKind
    readonly warning: Warning
    readonly above: WarningRule
    readonly onChange: (warning: Warning) => void
  },
) {
  const { kind, warning, above, onChange, faults, onLeave } = props
  const t = useText()
  const language = useLanguage()
  const name = t(`warningRules.kind.${kind}`)
  const fields = ruleFields(kind, t)
  return (
    <article className={styles.card} aria-label={name}>
      <h4>{name}</h4>
      <OwnOrInherited
        label={t('storeSettings.warningOwn', { rule: name })}
        isOwn={warning.isOwn}
        onChange={(isOwn) => onChange(isOwn ? { ...inheriting, ...ruleOf(above), isOwn } : inheriting)}
      />
      {warning.isOwn ? (
        <div className={frame.choices}>
          <FormFields
            fields={
              fields.map((field) => ({
                ...field,
                required: NEEDED.includes(field.key),
              })) as readonly FormField[]
            }
            values={Object.fromEntries(fields.map(({ key }) => [key, warning[key as keyof Warning]]))}
            errors={Object.fromEntries(fields.map(({ key }) => [key, faults[`warnings.${kind}.${key}`]]))}
            onChange={(key: string, value: FormValue) => onChange({ ...warning, [key]: value })}
            onLeave={(key) => onLeave(`warnings.${kind}.${key}`)}
          />
        </div>
      ) : (
        <p className={frame.note}>{ruleSentence(kind, above, t, language)}</p>
      )}
    </article>
  )
}

function ruleOf({ isEnabled, x, minutes, intensity, windowHours }: WarningRule) {
  return { isEnabled, x, minutes, intensity, windowHours }
}

function departmentOf({ departmentId: department }: StoreSettings): DepartmentId | null {
  return department === null ? null : (Number(department) as DepartmentId)
}
