import type { EquipmentAct } from './equipment-act'
import type { EquipmentEntry } from './equipment-columns'
import type { Models } from './equipment-form'
import { RetireDialog } from './RetireDialog'
import { SwapDialog } from './SwapDialog'

export interface EquipmentDialogsProps {
  readonly act: EquipmentAct
  readonly selected: EquipmentEntry | null
  readonly models: Models
  readonly onClose: () => void
}

/** What is asked before something is done to a device; loaded behind the table. */
export function EquipmentDialogs({ act, selected, models, onClose }: EquipmentDialogsProps) {
  if (selected === null) return null
  if (act === 'swap') return <SwapDialog device={selected} models={models} onClose={onClose} />
  return <RetireDialog device={selected} isRetired={act === 'retire'} onClose={onClose} />
}
