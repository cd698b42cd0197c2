import {
  getControls,
  listWrites,
  requestWrite,
  type WaitMinutes,
  type WireControl,
} from '@coldkeep/contract/areas/writes'
import { longestIn } from '@coldkeep/contract/wire/limits'
import { controlName, valueText } from '@coldkeep/phrases/write-text'
import { useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { MultiSelectField } from '../../kit/field/MultiSelectField'
import { NumberField } from '../../kit/field/NumberField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useLanguage, useText } from '../../kit/text'
import type { Controls, OperableDevice } from './controls'
import { ReviewDialog } from './ReviewDialog'
import { isSwitch, judgedRisk, valueFault } from './write-words'
import styles from './writes.module.css'

/** `WaitMinutes`, from the one that is taken for one device. */
const waits = [1, 10, 60, 240] as const satisfies readonly WaitMinutes[]
const LONGEST_NOTE = longestIn(requestWrite.body, 'note')
const MINUTES_PER_HOUR = 60

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
  const [value, setValue] = useState<number | null>(null)
  const [others, setOthers] = useState<readonly string[]>([])
  const [wait, setWait] = useState<WaitMinutes>(1)
  const [note, setNote] = useState('')
  const [isReviewed, setReviewed] = useState(false)
  const [isShown, setShown] = useState(false)
  const alike = devices.filter(
    (one) =>
      one.id !== device.id &&
      one.hindrance === null &&
      one.controls.some(({ code }) => code === control.code),
  )
  const fault = valueFault(control, value, language, t)
  const chosen = [device, ...alike.filter((one) => others.includes(String(one.id)))]
  const judged = judgedRisk(control, control.takesValue ? value : null, chosen.length)
  const sending = useSend(requestWrite, {
    invalidates: [listWrites, getControls],
    onDone: ({ approval }) => {
      showToast(t(approval === 'waiting' ? 'writes.waitsToast' : 'writes.sentToast'))
      onClose()
    },
  })
  const send = () =>
    sending.mutate({
      body: {
        id,
        storeId: device.store.id,
        devices: chosen.map((one) => one.id),
        code: control.code,
        value: control.takesValue ? value : null,
        waitMinutes: wait,
        note,
      },
    })
  return (
    <>
      <FormModal
        opened={!isReviewed}
        title={t('writes.setName', { control: controlName(control) })}
        submitLabel={t('writes.review')}
        missing={fault}
        dirty={value !== null || others.length > 0 || note !== ''}
        busy={false}
        onSubmit={() => (fault === null ? setReviewed(true) : setShown(true))}
        onClose={onClose}
      >
        <p className={styles.where}>
          {device.store.code} {device.store.name} · <b>{device.name}</b>
        </p>
        <ControlFacts control={control} />
        {control.takesValue && (
          <ValueField
            control={control}
            value={value}
            onChange={setValue}
            error={isShown || (value !== null && !isSwitch(control)) ? fault : null}
          />
        )}
        {alike.length > 0 && (
          <MultiSelectField
            label={t('writes.alsoAt')}
            help={t('writes.alsoHelp')}
            values={others}
            choices={alike.map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={setOthers}
          />
        )}
        <WaitField wait={wait} onChange={setWait} />
        <TextField label={t('writes.note')} value={note} maxLength={LONGEST_NOTE} onChange={setNote} />
      </FormModal>
      {isReviewed && (
        <ReviewDialog
          device={device}
          control={control}
          value={value}
          names={chosen.map(({ name }) => name)}
          judged={judged}
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

interface ValueFieldProps {
  readonly control: WireControl
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error: string | null
}

function ValueField({ control, value, onChange, error }: ValueFieldProps) {
  const t = useText()
  return isSwitch(control) ? (
    <SelectField
      label={t('writes.newValue')}
      required
      value={value === null ? null : String(value)}
      choices={[
        { value: '1', label: t('writes.on') },
        { value: '0', label: t('writes.off') },
      ]}
      onChange={(next) => onChange(next === null ? null : Number(next))}
      error={error}
    />
  ) : (
    <NumberField
      label={t('writes.newValue')}
      required
      value={value}
      unit={control.unit === '' ? undefined : control.unit}
      onChange={onChange}
      error={error}
    />
  )
}

interface WaitFieldProps {
  readonly wait: WaitMinutes
  readonly onChange: (wait: WaitMinutes) => void
}

/** How long a write waits for its store. */
function WaitField({ wait, onChange }: WaitFieldProps) {
  const t = useText()
  return (
    <SelectField
      label={t('writes.wait')}
      value={String(wait)}
      choices={waits.map((minutes) => ({
        value: String(minutes),
        label:
          minutes < MINUTES_PER_HOUR
            ? t('writes.minutes', { count: minutes })
            : t('writes.hours', { count: minutes / MINUTES_PER_HOUR }),
      }))}
      onChange={(next) => onChange(waits.find((minutes) => String(minutes) === next) ?? 1)}
    />
  )
}
