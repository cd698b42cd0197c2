import {
  addCalibration,
  listCalibrations,
  removeCalibration,
  type WireProbe,
} from '@coldkeep/contract/areas/calibrations'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { useWhyNot } from '../../site/use-why-not'
import { CalibrationForm } from './CalibrationForm'
import type { EquipmentEntry } from './equipment-columns'

type Row = WireProbe['calibrations'][number] & Pick<WireProbe, 'name'>

/**
 * When the probes of a device were compared with a reference; evidence of insured data shows the last of
 * each.
 */
export function CalibrationDialog({ device, onClose }: { device: EquipmentEntry; onClose: () => void }) {
  const t = useText()
  const whyNot = useWhyNot()
  const reason = whyNot(addCalibration, 'equipment')
  const [removing, setRemoving] = useState<Row | null>(null)
  const params = useMemo(() => ({ deviceId: device.id }), [device.id])
  const answer = useCall(listCalibrations, { params })
  const columns = useCalibrationColumns(device.store.zone)
  const probes = answer.data ?? []
  const rows = probes
    .flatMap(({ name, calibrations }) => calibrations.map((one) => ({ ...one, name })))
    .sort((a, b) => (a.checkedOn < b.checkedOn ? 1 : -1))
  const actionsOf = (row: Row) => (
    <Button
      size="small"
      variant="quiet"
      disabledReason={whyNot(removeCalibration, 'equipment')}
      aria-label={t('equipment.calibration.removeOne', { probe: row.name, day: row.checkedOn })}
      onClick={() => setRemoving(row)}
    >
      {t('equipment.calibration.remove')}
    </Button>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('equipment.calibration.of', { name: device.name })}
      widthPx={800}
    >
      {answer.data && probes.length === 0 ? (
        <p className={frame.note}>{t('equipment.calibration.noProbes')}</p>
      ) : (
        <>
          {reason !== null && <p className={frame.note}>{reason}</p>}
          {reason === null && probes.length > 0 && <CalibrationForm device={device} probes={probes} />}
          <DataTable
            title={t('equipment.calibration.title')}
            tableKey="calibrations"
            columns={columns}
            rows={tableRows(answer, rows)}
            rowKey={({ id }) => String(id)}
            rowActions={actionsOf}
            empty={{ title: t('equipment.calibration.none') }}
          />
        </>
      )}
      <ConfirmAndSend
        opened={removing !== null}
        title={t('equipment.calibration.askRemove')}
        action={t('equipment.calibration.remove')}
        destructive
        call={removeCalibration}
        input={removing && { params: { deviceId: device.id, calibrationId: removing.id } }}
        invalidates={[listCalibrations]}
        success={t('equipment.calibration.removed')}
        onClose={() => setRemoving(null)}
      >
        {removing !== null && <p>{`${removing.name} · ${removing.checkedOn}`}</p>}
        <p>{t('equipment.calibration.removeMeans')}</p>
      </ConfirmAndSend>
    </Modal>
  )
}

function useCalibrationColumns(zone: string): readonly Column<Row>[] {
  const t = useText()
  return useMemo(
    (): Column<Row>[] => [
      { key: 'probe', title: t('equipment.calibration.probe'), kind: 'text', value: ({ name }) => name },
      {
        key: 'on',
        title: t('equipment.calibration.checkedOn'),
        kind: 'text',
        value: (row) => row.checkedOn,
      },
      {
        key: 'by',
        title: t('equipment.calibration.checkedBy'),
        kind: 'text',
        value: (row) => row.checkedBy,
      },
      {
        key: 'certificate',
        title: t('equipment.calibration.certificate'),
        kind: 'text',
        value: (row) => row.certificate,
      },
      {
        key: 'recorded',
        title: t('equipment.calibration.recorded'),
        kind: 'text',
        value: ({ recordedBy: name, recordedAt }) =>
          t('equipment.calibration.recordedText', { name, time: formatInstant(recordedAt, zone) }),
      },
    ],
    [t, zone],
  )
}
