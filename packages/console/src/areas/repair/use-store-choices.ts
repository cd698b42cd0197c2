import { searchStores } from '@coldkeep/contract/areas/organisation'
import { useCall } from '../../api/use-call'
import type { Choice } from '../../kit/field/SelectField'
import { useChoiceSearch } from '../../parts/use-choice-search'

interface Named {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** Stores as they are typed for; the one that is given is always among them. */
export function useStoreChoices(given: Named | null): {
  readonly choices: readonly Choice[]
  readonly onSearch: (text: string) => void
} {
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, { query: { search } }, { keepsPrevious: true }).data ?? []
  const choices = [...(given === null ? [] : [given]), ...found.filter(({ id }) => id !== given?.id)].map(
    ({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }),
  )
  return { choices, onSearch: onSearchIn(choices) }
}
