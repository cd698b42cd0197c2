import { SelectField } from '../kit/field/SelectField'
import { useText } from '../kit/text'
import { usePlaceChoices } from './use-place-choices'

export interface PlaceSelectProps {
  /** The departments down to the chosen one, joined; empty: the first that is offered. */
  readonly value: string
  readonly onChange: (dep: string) => void
}

/** The organisation that a filter is about. */
export function PlaceSelect({ value, onChange }: PlaceSelectProps) {
  const t = useText()
  const { places, isLoading } = usePlaceChoices()
  return (
    <SelectField
      label={t('shell.words.organisation')}
      searchable
      loading={isLoading}
      value={value || (places[0]?.value ?? null)}
      choices={places}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
