import type { ProfileMatch } from '@coldkeep/domain/parameters/profile'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { idIn } from './ids-in-address'
import { type FridgeChoices, fridgeFields, fridgeLabels } from './use-fridge'

const keys = { brand: 'fridgeBrandId', type: 'fridgeTypeId', location: 'fridgeLocationId' } as const

export interface FridgeFieldsProps {
  readonly values: ProfileMatch
  readonly choices: FridgeChoices
  readonly errors?: Readonly<Record<string, string>>
  readonly disabled?: boolean
  readonly onChange: (changed: Partial<ProfileMatch>) => void
}

/** Of which brand, type and location the fridges are that a parameter file claims; empty: whatever they are. */
export function FridgeFields({ values, choices, errors = {}, disabled, onChange }: FridgeFieldsProps) {
  const t = useText()
  return fridgeFields.map((list) => {
    const key = keys[list]
    return (
      <SelectField
        key={list}
        label={t(fridgeLabels[list])}
        clearable
        disabled={disabled}
        placeholder={t('parameters.any')}
        value={values[key]?.toString() ?? null}
        choices={choices[list].map(({ id, title }) => ({ value: String(id), label: title }))}
        error={errors[key] ?? null}
        onChange={(next) => onChange({ [key]: idIn(next ?? undefined) })}
      />
    )
  })
}
