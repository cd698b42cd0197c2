import { getPointApplicationForm, listPointApplications } from '@coldkeep/contract/areas/point-applications'
import type { Answer } from '@coldkeep/contract/call'
import { useCall } from '../../api/use-call'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { Button } from '../../kit/Button'
import { FormModal } from '../../kit/dialog/FormModal'
import { NumberField } from '../../kit/field/NumberField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { type ApplyDraft, applyRules } from './apply-form'
import styles from './service-points.module.css'

/** Points are applied for, filled in with what is known of who applies. */
export function ApplyDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useCall(getPointApplicationForm, {}).data
  return info === undefined ? null : <ApplyForm info={info} onClose={onClose} />
}

interface ApplyFormProps {
  readonly info: Answer<typeof getPointApplicationForm>
  readonly onClose: () => void
}

function ApplyForm({ info, onClose }: ApplyFormProps) {
  const t = useText()
  const { company, contact, phone } = info
  const initial: ApplyDraft = { company, contact, phone, serviceId: null, subservice: null, points: null }
  const form = useSendForm({
    ...applyRules(t),
    initial,
    invalidates: [listPointApplications],
    onDone: () => {
      showToast(t('servicePoints.applied'))
      onClose()
    },
  })
  const { serviceId } = form.values
  const parts = info.services.find(({ id }) => id === serviceId)?.parts ?? []
  const part = form.field('subservice')
  const points = form.field('points')
  return (
    <FormModal
      opened
      title={t('servicePoints.applyTitle')}
      widthPx={560}
      submitLabel={t('servicePoints.apply')}
      onClose={onClose}
      {...form.window}
    >
      <TextField {...form.field('company')} />
      <TextField {...form.field('contact')} />
      <TextField {...form.field('phone')} />
      <SelectField
        {...form.field('serviceId')}
        value={serviceId === null ? null : String(serviceId)}
        choices={info.services.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(next) => {
          const chosen = info.services.find(({ id }) => String(id) === next)
          const only = chosen?.parts.length === 1 ? (chosen.parts[0]?.id ?? null) : null
          form.change({ serviceId: chosen?.id ?? null, subservice: only })
        }}
      />
      <SelectField
        {...part}
        disabled={serviceId === null}
        choices={parts.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(next) => part.onChange(parts.find(({ id }) => id === next)?.id ?? null)}
      />
      <NumberField {...points} />
      <fieldset className={styles.offered} aria-label={t('servicePoints.offered')}>
        {info.points.map((count) => (
          <Button key={count} size="small" variant="quiet" onClick={() => points.onChange(count)}>
            {String(count)}
          </Button>
        ))}
      </fieldset>
    </FormModal>
  )
}
