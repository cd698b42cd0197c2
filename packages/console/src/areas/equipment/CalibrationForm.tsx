import { addCalibration, listCalibrations, type WireProbe } from '@coldkeep/contract/areas/calibrations'
import type { PointId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
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
  const [point, setPoint] = useState(String(probes[0]?.point ?? ''))
  const [day, setDay] = useState<string | null>(today)
  const [by, setBy] = useState('')
  const [certificate, setCertificate] = useState('')
  const adding = useSend(addCalibration, {
    invalidates: [listCalibrations],
    onDone: () => {
      showToast(t('equipment.calibration.added'))
      setCertificate('')
    },
  })
  const isWhole = day !== null && by.trim() !== '' && certificate.trim() !== ''
  const add = () => {
    if (day === null || !isWhole) return
    const body = { point: Number(point) as PointId, checkedOn: day, checkedBy: by, certificate }
    adding.mutate({ params: { deviceId: device.id }, body })
  }
  return (
    <form
      className={styles.calibration}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <SelectField
        label={t('equipment.calibration.probe')}
        required
        value={point}
        choices={probes.map((probe) => ({ value: String(probe.point), label: probe.name }))}
        onChange={(value) => value !== null && setPoint(value)}
      />
      <DateField
        label={t('equipment.calibration.checkedOn')}
        required
        value={day}
        max={today}
        onChange={setDay}
      />
      <TextField
        label={t('equipment.calibration.checkedBy')}
        required
        maxLength={120}
        value={by}
        onChange={setBy}
      />
      <TextField
        label={t('equipment.calibration.certificate')}
        required
        maxLength={80}
        value={certificate}
        onChange={setCertificate}
      />
      <div className={styles.calibrationAdd}>
        <Button
          type="submit"
          variant="primary"
          loading={adding.isPending}
          disabledReason={isWhole ? null : t('shell.words.required')}
        >
          {t('equipment.calibration.add')}
        </Button>
      </div>
    </form>
  )
}
