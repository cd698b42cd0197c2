import type { StoreId } from '@coldkeep/domain/ids'
import { SelectField } from '../../kit/field/SelectField'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { useStoreSearch } from './use-report'

interface ChosenStore {
  readonly id: StoreId
  readonly label: string
}

export interface StoreSearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly chosen: ChosenStore | null
  readonly onChoose: (store: ChosenStore | null) => void
}

/** One store, found by part of its number or name. */
export function StoreSearchField({ label, placeholder, chosen, onChoose }: StoreSearchFieldProps) {
  const { search, onSearchIn } = useChoiceSearch()
  const found = useStoreSearch(search).map(({ id, code, name }) => ({ id, label: `${code} ${name}` }))
  const known = chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
  const choices = known.map(({ id, label: text }) => ({ value: String(id), label: text }))
  return (
    <SelectField
      label={label}
      required
      placeholder={placeholder}
      searchable
      value={chosen === null ? null : String(chosen.id)}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(value) => onChoose(known.find(({ id }) => String(id) === value) ?? null)}
    />
  )
}
