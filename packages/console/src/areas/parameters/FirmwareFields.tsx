import { changeProfile } from '@coldkeep/contract/areas/parameters'
import type { FirmwareRange } from '@coldkeep/domain/parameters/firmware'
import { limitsOfCall } from '../../archetypes/editor/call-rules'
import { NumberField } from '../../kit/field/NumberField'
import { useText } from '../../kit/text'

const limits = limitsOfCall(changeProfile)
const ends = [
  ['firmwareFrom', 'from'],
  ['firmwareTo', 'to'],
] as const

export interface FirmwareFieldsProps {
  readonly values: FirmwareRange
  readonly disabled: boolean
  readonly onChange: (changed: Partial<FirmwareRange>) => void
}

/** For which firmwares a parameter file is; empty: whatever they are. */
export function FirmwareFields({ values, disabled, onChange }: FirmwareFieldsProps) {
  const t = useText()
  const { firmwareFrom, firmwareTo } = values
  const isTurned = firmwareFrom !== null && firmwareTo !== null && firmwareFrom > firmwareTo
  return ends.map(([key, name]) => (
    <NumberField
      key={key}
      label={t(`parameters.firmware.${name}`)}
      disabled={disabled}
      placeholder={t('parameters.any')}
      value={values[key]}
      min={limits.get(key)?.min}
      error={isTurned && key === 'firmwareTo' ? t('parameters.firmware.turned') : null}
      onChange={(next) => onChange({ [key]: next })}
    />
  ))
}
