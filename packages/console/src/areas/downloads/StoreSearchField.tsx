import type { StoreId } from '@coldkeep/domain/ids'
import type { FieldProps } from '../../kit/field/field-props'
import { SelectField } from '../../kit/field/SelectField'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { useStoreSearch } from './use-report'

interface ChosenStore {
  readonly id: StoreId
  readonly label: string
}

export interface StoreSearchFieldProps extends Pick<FieldProps, 'error' | 'onBlur'> {
  readonly label: string
  readonly placeholder: string
  readonly chosen: ChosenStore | null
  readonly onChoose: (store: ChosenStore | null) => void
}

/** One store, found by part of its number or name. */
export function StoreSearchField(props: StoreSearchFieldProps) {
  const { label, placeholder, chosen, onChoose, error, onBlur } = props
  const { search, onSearchIn } = useChoiceSearch()
  const found = useStoreSearch(search).map(({ id, code, name }) => ({ id, label: `${code} ${name}` }))
  const known = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  const choices = known.map(({ id, label: text }) => ({ value: String(id), label: text }))
  return (
    <SelectField
      label={label}
      required
      error={error}
      onBlur={onBlur}
      placeholder={placeholder}
      searchable
      value={chosen === null ? null : String(chosen.id)}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(value) => onChoose(known.find(({ id }) => String(id) === value) ?? null)}
    />
  )
}
