import { listEquipment, swapEquipment } from '@coldkeep/contract/areas/equipment'
import { useMemo } from 'react'
import { EditDialog } from '../../archetypes/editor/EditDialog'
import { type PlainValues, plainFields } from '../../archetypes/editor/editor-field'
import { type RowCall, rowCall } from '../../archetypes/editor/row-call'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { EquipmentEntry } from './equipment-columns'
import { type EquipmentDraft, type Models, modelFields, portField, unitField } from './equipment-form'

type SwapDraft = Pick<EquipmentDraft, 'terminalId' | 'brand' | 'model' | 'port' | 'unitId'> & {
  readonly reason: string
}

const invalidates = [listEquipment]
const draftOf = (kept: PlainValues) => ({ kept })
const noFaults = () => ({})

export interface SwapDialogProps {
  readonly device: EquipmentEntry
  readonly models: Models
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The controller of a device was replaced by another one, of the same model or not. */
export function SwapDialog({ device, models, onDone, onClose }: SwapDialogProps) {
  const t = useText()
  const { id, name, terminalId, brand, model, port, unitId, revision } = device
  const fields = useMemo(
    () => [
      ...plainFields([...modelFields(t, models), portField(t), unitField(t)]),
      ...plainFields<Pick<SwapDraft, 'reason'>>([
        { key: 'reason', label: t('equipment.reason'), kind: 'text', wide: true },
      ]),
    ],
    [t, models],
  )
  const write = useMemo(
    () =>
      rowCall(swapEquipment, ({ terminalId: _, ...draft }: SwapDraft) => ({
        params: { deviceId: id },
        body: { ...draft, revision },
      })),
    [id, revision],
  )
  const initial = useMemo(
    () => ({ terminalId, brand, model, port, unitId, reason: '' }),
    [terminalId, brand, model, port, unitId],
  )
  return (
    <EditDialog
      title={t('equipment.swapTitle', { name })}
      fields={fields}
      initial={initial}
      write={write as unknown as RowCall<[PlainValues]>}
      check={noFaults}
      invalidates={invalidates}
      draftName="swap-equipment"
      draftOf={draftOf}
      onSend={() => {}}
      onDone={() => {
        showToast(t('equipment.swapped', { name }))
        onDone()
      }}
      onClose={onClose}
    />
  )
}
