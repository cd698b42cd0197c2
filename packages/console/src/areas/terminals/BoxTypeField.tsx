import { BOX_TYPES, type BoxType, isBoxType } from '@coldkeep/domain/firmware/box-installation'
import { RadioField } from '../../kit/field/RadioField'
import { useText } from '../../kit/text'

export interface BoxTypeFieldProps {
  readonly value: BoxType
  readonly onChange: (type: BoxType) => void
}

/** Which program for system updates runs in a box. */
export function BoxTypeField({ value, onChange }: BoxTypeFieldProps) {
  const t = useText()
  return (
    <RadioField
      label={t('terminals.box.program')}
      direction="row"
      value={value}
      choices={BOX_TYPES.map((one) => ({ value: one, label: t(`terminals.box.type.${one}`) }))}
      onChange={(next) => isBoxType(next) && onChange(next)}
    />
  )
}
