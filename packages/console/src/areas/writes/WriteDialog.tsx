import { getControls, listWrites, requestWrite, type WireControl } from '@coldkeep/contract/areas/writes'
import { controlName, valueText } from '@coldkeep/phrases/write-text'
import { Suspense, useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { useCallForm } from '../../archetypes/editor/use-call-form'
import { FormModal } from '../../kit/dialog/FormModal'
import type { FieldProps } from '../../kit/field/field-props'
import { NumberField } from '../../kit/field/NumberField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import type { Controls, OperableDevice } from './controls'
import { ReviewDialog } from './ReviewDialog'
import { noWrite, waitChoices, writeRules } from './write-rules'
import { isSwitch, judgedRisk, valueFault } from './write-words'
import styles from './writes.module.css'

// many devices have no like, and it is heavy
const MultiSelectField = lazily(() => import('../../kit/field/MultiSelectField'), 'MultiSelectField')
/** Of a field with its label and help. */
const FIELD_HEIGHT_PX = 82

export interface WriteDialogProps {
  readonly device: Controls
  readonly control: WireControl
  readonly devices: readonly OperableDevice[]
  readonly onClose: () => void
}

/** What is to be written, to which devices; then the same again to be looked at before it goes out. */
export function WriteDialog({ device, control, devices, onClose }: WriteDialogProps) {
  const t = useText()
  const language = useLanguage()
  const id = useMemo(() => crypto.randomUUID(), [])
  const [isReviewed, setReviewed] = useState(false)
  const alike = devices.filter(
    (one) =>
      one.id !== device.id &&
      one.hindrance === null &&
      one.controls.some(({ code }) => code === control.code),
  )
  const rules = writeRules({ id, device, control, alike }, language, t)
  const form = useCallForm({ ...rules, initial: noWrite })
  const { value, devices: others } = form.values
  const names = [device, ...alike.filter((one) => others.includes(String(one.id)))].map(({ name }) => name)
  const sending = useSend(requestWrite, {
    invalidates: [listWrites, getControls],
    onDone: ({ approval }) => {
      showToast(t(approval === 'waiting' ? 'writes.waitsToast' : 'writes.sentToast'))
      onClose()
    },
  })
  const send = () =>
    sending.mutate(rules.inputOf(form.values) as Parameters<typeof sending.mutate>[0], {
      onError: form.refuseBy,
    })
  return (
    <>
      <FormModal
        opened={!isReviewed}
        title={t('writes.setName', { control: controlName(control) })}
        submitLabel={t('writes.review')}
        missing={form.missing}
        dirty={form.isDirty}
        busy={false}
        onSubmit={() => form.submit(() => setReviewed(true))}
        onClose={onClose}
      >
        <p className={styles.where}>
          {device.store.code} {device.store.name} · <b>{device.name}</b>
        </p>
        <ControlFacts control={control} />
        {control.takesValue && <ValueField control={control} {...form.field('value')} />}
        {alike.length > 0 && (
          <Suspense fallback={<Skeleton height={FIELD_HEIGHT_PX} />}>
            <MultiSelectField
              {...form.field('devices')}
              values={others}
              help={t('writes.alsoHelp')}
              choices={alike.map((one) => ({ value: String(one.id), label: one.name }))}
            />
          </Suspense>
        )}
        <SelectField {...form.field('waitMinutes')} choices={waitChoices(t)} />
        <TextField {...form.field('note')} />
      </FormModal>
      {isReviewed && (
        <ReviewDialog
          device={device}
          control={control}
          value={value}
          names={names}
          judged={judgedRisk(control, control.takesValue ? value : null, names.length)}
          busy={sending.isPending}
          onSend={send}
          onBack={() => setReviewed(false)}
        />
      )}
    </>
  )
}

/** What is known of a control before it is set: its value now, and how far it may go. */
function ControlFacts({ control }: { readonly control: WireControl }) {
  const t = useText()
  const language = useLanguage()
  const { present, lowest, highest, usual } = control
  const text = (value: number | null) => valueText(control, value, language, t)
  return (
    <dl className={styles.facts}>
      <dt>{t('writes.present')}</dt>
      <dd>{present === null ? t('writes.unknownNow') : text(present.value)}</dd>
      {lowest !== null && highest !== null && (
        <>
          <dt>{t('writes.allowed')}</dt>
          <dd>{t('writes.range', { low: text(lowest), high: text(highest) })}</dd>
        </>
      )}
      {usual !== null && (
        <>
          <dt>{t('writes.usual')}</dt>
          <dd>{t('writes.range', { low: text(usual.low), high: text(usual.high) })}</dd>
        </>
      )}
    </dl>
  )
}

interface ValueFieldProps extends FieldProps {
  readonly control: WireControl
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function ValueField({ control, value, onChange, error, ...look }: ValueFieldProps) {
  const t = useText()
  const language = useLanguage()
  if (isSwitch(control)) {
    return (
      <SelectField
        {...look}
        error={error}
        value={value === null ? null : String(value)}
        choices={[
          { value: '1', label: t('writes.on') },
          { value: '0', label: t('writes.off') },
        ]}
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
    )
  }
  return (
    <NumberField
      {...look}
      // what is typed shows at once whether the device takes it
      error={value === null ? error : valueFault(control, value, language, t)}
      value={value}
      unit={control.unit === '' ? undefined : control.unit}
      unreadable={Number.NaN}
      onChange={onChange}
    />
  )
}
