import { startApply } from '@coldkeep/contract/areas/parameter-applies'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { NumberField } from '../../kit/field/NumberField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { applyReads } from './apply-words'
import type { ApplyPlace, ApplyPlan } from './parameter-answers'
import styles from './parameters.module.css'

interface StartForm {
  readonly mostFailures: number
  readonly note: string
}

export function startRules(
  place: ApplyPlace,
  fingerprint: string,
  t: Translate,
): CallRules<typeof startApply, StartForm> {
  return {
    call: startApply,
    labels: { mostFailures: t('parameters.apply.mostFailures'), note: t('parameters.apply.why') },
    inputOf: (form) => ({
      body: { ...place, ...form, fingerprint, trialId: undefined, waves: firstWaves },
    }),
  }
}

/** How far it is after each wave, percent; the last one has the rest. */
const firstWaves = [1, 10]

export interface StartDialogProps {
  readonly plan: ApplyPlan
  readonly place: ApplyPlace
  readonly onClose: () => void
}

/** What is about to happen, in order: one device, a day, the others. */
export function StartDialog({ plan, place, onClose }: StartDialogProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const { profile, totals, trial, risk } = plan
  const form = useSendForm({
    ...startRules(place, plan.fingerprint, t),
    initial: { mostFailures: 0, note: '' },
    invalidates: applyReads,
    onDone: ({ id }) => {
      showToast(
        risk === 3
          ? t('parameters.applyState.waiting')
          : t('parameters.apply.started', { name: profile.name }),
      )
      changeAddress({ apply: String(id), plan: undefined, page: undefined })
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('parameters.apply.startTitle', { name: profile.name })}
      submitLabel={t(risk === 3 ? 'parameters.apply.request' : 'parameters.apply.start')}
      widthPx={560}
      {...form.window}
      onClose={onClose}
    >
      <ol className={styles.order}>
        {risk === 3 && <li>{t('parameters.apply.orderSecond')}</li>}
        {trial !== null && (
          <li>
            {t('parameters.apply.orderTrial', {
              device: `${trial.store.code} ${trial.store.name} · ${trial.name}`,
            })}
          </li>
        )}
        <li>{t('parameters.apply.orderWaves', { count: totals.ready })}</li>
      </ol>
      <NumberField
        {...form.field('mostFailures')}
        unreadable={-1}
        onChange={(next) => form.change({ mostFailures: next ?? 0 })}
      />
      <TextField {...form.field('note')} />
    </FormModal>
  )
}
