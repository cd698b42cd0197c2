import { firmwarePlan } from '@coldkeep/contract/areas/firmware-jobs'
import { limitsIn } from '@coldkeep/contract/wire/limits'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import { NumberField } from '../../kit/field/NumberField'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import styles from './firmware.module.css'
import { type PlanDraft, planDraft, planOf } from './plan-draft'
import { WaveRows } from './WaveRows'

const limits = limitsIn(firmwarePlan)

export interface PlanStepProps {
  readonly plan: PlanDraft
  readonly onChange: (plan: PlanDraft) => void
  /** Terminals of each wave; `null` while they are not counted. */
  readonly sizes: readonly number[] | null
}

/** Step 3: in which waves, when, how fast, and when it stops by itself. */
export function PlanStep({ plan, onChange, sizes }: PlanStepProps) {
  const t = useText()
  const planned = planOf(plan)
  const fault = 'fault' in planned ? planned.fault : null
  const change = (patch: Partial<PlanDraft>) => onChange({ ...plan, ...patch })
  const share = limits.get('maxFailShare')
  return (
    <>
      <WaveRows plan={plan} onChange={onChange} sizes={sizes} fault={fault} />
      <div className={styles.fields}>
        <NumberField
          label={t('firmware.planOf.soak')}
          help={t('firmware.planOf.soakHelp')}
          unit={t('firmware.planOf.minutes')}
          {...limits.get('soakMinutes')}
          value={plan.soakMinutes}
          onChange={(soakMinutes) => change({ soakMinutes })}
        />
        <NumberField
          label={t('firmware.planOf.failShare')}
          help={t('firmware.planOf.failShareHelp')}
          unit="%"
          min={share?.min === undefined ? undefined : 100 * share.min}
          max={share?.max === undefined ? undefined : 100 * share.max}
          value={plan.maxFailPercent}
          onChange={(maxFailPercent) => change({ maxFailPercent })}
        />
        <NumberField
          label={t('firmware.planOf.failCount')}
          help={t('firmware.planOf.failCountHelp')}
          unit={t('firmware.planOf.failUnit')}
          {...limits.get('maxFailCount')}
          value={plan.maxFailCount}
          onChange={(maxFailCount) => change({ maxFailCount })}
        />
        <NumberField
          label={t('firmware.planOf.rate')}
          help={t('firmware.planOf.rateHelp')}
          unit={t('firmware.planOf.rateUnit')}
          {...limits.get('rate')}
          value={plan.rate}
          onChange={(rate) => change({ rate })}
        />
      </div>
      <CheckField
        label={t('firmware.planOf.inWindow')}
        help={t('firmware.planOf.windowHelp')}
        checked={plan.hasWindow}
        onChange={(hasWindow) => change({ hasWindow })}
      />
      {plan.hasWindow && (
        <>
          <div className={styles.pair}>
            <TextField
              label={t('firmware.planOf.from')}
              value={plan.from}
              onChange={(from) => change({ from })}
            />
            <TextField label={t('firmware.planOf.to')} value={plan.to} onChange={(to) => change({ to })} />
          </div>
          {fault === 'window' && <p className={styles.fault}>{t('firmware.planOf.notTime')}</p>}
        </>
      )}
      <CheckField
        label={t('firmware.planOf.mayPostpone')}
        help={t('firmware.planOf.mayPostponeHelp')}
        checked={plan.mayPostpone}
        onChange={(mayPostpone) => change({ mayPostpone })}
      />
      <div>
        <Button size="small" variant="quiet" onClick={() => onChange(planDraft())}>
          {t('firmware.planOf.usual')}
        </Button>
      </div>
    </>
  )
}
