import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import type { EquipmentAct } from './equipment-act'
import type { EquipmentEntry } from './equipment-columns'

export interface EquipmentToolsProps {
  readonly selected: EquipmentEntry | null
  readonly onAct: (act: EquipmentAct) => void
}

/** What can be done beside Edit, once a device is selected. */
export function EquipmentTools({ selected, onAct }: EquipmentToolsProps) {
  const t = useText()
  const isRetired = selected !== null && selected.retiredAt !== null
  const first = selected === null ? t('kit.table.selectFirst') : null
  return (
    <>
      <Button
        size="small"
        icon="refresh"
        disabledReason={isRetired ? t('equipment.isRetired', { name: selected.name }) : first}
        onClick={() => onAct('swap')}
      >
        {t('equipment.swap')}
      </Button>
      <Button size="small" icon="check" disabledReason={first} onClick={() => onAct('calibrations')}>
        {t('equipment.calibration.title')}
      </Button>
      <Button
        size="small"
        icon={isRetired ? 'check' : 'remove'}
        disabledReason={first}
        onClick={() => onAct(isRetired ? 'restore' : 'retire')}
      >
        {t(isRetired ? 'equipment.restore' : 'equipment.retire')}
      </Button>
    </>
  )
}
