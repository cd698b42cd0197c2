import { retireEquipment, swapEquipment } from '@coldkeep/contract/areas/equipment'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { useWhyNot } from '../../site/use-why-not'
import type { EquipmentAct } from './equipment-act'
import type { EquipmentEntry } from './equipment-columns'

export interface EquipmentToolsProps {
  readonly selected: EquipmentEntry | null
  readonly onAct: (act: EquipmentAct) => void
}

/** What can be done besides Edit, once a device is selected. */
export function EquipmentTools({ selected, onAct }: EquipmentToolsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const isRetired = selected !== null && selected.retiredAt !== null
  const first = selected === null ? t('kit.table.selectFirst') : null
  return (
    <>
      <Button
        size="small"
        icon="refresh"
        disabledReason={
          whyNot(swapEquipment, 'equipment') ??
          (isRetired ? t('equipment.isRetired', { name: selected.name }) : first)
        }
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
        disabledReason={whyNot(retireEquipment, 'equipment') ?? first}
        onClick={() => onAct(isRetired ? 'restore' : 'retire')}
      >
        {t(isRetired ? 'equipment.restore' : 'equipment.retire')}
      </Button>
    </>
  )
}
