import { addCalibration, listCalibrations, type WireProbe } from '@coldkeep/contract/areas/calibrations'
import type { PointId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import styles from './equipment.module.css'
import type { EquipmentEntry } from './equipment-columns'

export interface CalibrationFormProps {
  readonly device: EquipmentEntry
  /** At least one. */
  readonly probes: readonly WireProbe[]
}

/** Which probe, on which day, by whom, under which certificate. */
export function CalibrationForm({ device, probes }: CalibrationFormProps) {
  const t = useText()
  const today = todayHere(new Date())
  const form = useSendForm({
    ...calibrationRules(device.id, t),
    initial: blankCalibration(probes, today),
    invalidates: [listCalibrations],
    onDone: () => {
      showToast(t('equipment.calibration.added'))
      form.start({ ...form.values, certificate: '' })
    },
  })
  return (
    <Form className={styles.calibration} onSubmit={form.submit}>
      <SelectField
        {...form.field('point')}
        value={String(form.values.point ?? '')}
        choices={probes.map((probe) => ({ value: String(probe.point), label: probe.name }))}
        onChange={(value) => value !== null && form.change({ point: Number(value) as PointId })}
      />
      <DateField {...form.field('checkedOn')} max={today} />
      <TextField {...form.field('checkedBy')} />
      <TextField {...form.field('certificate')} />
      <div className={styles.calibrationAdd}>
        <SubmitButton missing={form.missing} busy={form.sending.isPending}>
          {t('equipment.calibration.add')}
        </SubmitButton>
      </div>
    </Form>
  )
}

export function calibrationRules(
  deviceId: EquipmentEntry['id'],
  t: Translate,
): CallRules<typeof addCalibration, Calibration> {
  return {
    call: addCalibration,
    labels: {
      point: t('equipment.calibration.probe'),
      checkedOn: t('equipment.calibration.checkedOn'),
      checkedBy: t('equipment.calibration.checkedBy'),
      certificate: t('equipment.calibration.certificate'),
    },
    inputOf: (body) => ({ params: { deviceId }, body }),
  }
}

interface Calibration {
  readonly point: PointId | null
  readonly checkedOn: string | null
  readonly checkedBy: string
  readonly certificate: string
}

function blankCalibration(probes: readonly WireProbe[], today: string): Calibration {
  return { point: probes[0]?.point ?? null, checkedOn: today, checkedBy: '', certificate: '' }
}
