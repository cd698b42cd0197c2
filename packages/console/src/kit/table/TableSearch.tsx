import { createContext, useContext } from 'react'
import { TextField } from '../field/TextField'
import { useText } from '../text'

interface Search {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The search of the table around; a table holds one itself where the service does not. */
export const TableSearchContext = createContext<Search | null>(null)

/** Searches all columns of the table whose tool it is. */
export function TableSearch() {
  const t = useText()
  const search = useContext(TableSearchContext)
  return (
    search && (
      <TextField
        label={t('kit.table.search')}
        hideLabel
        icon="search"
        type="search"
        placeholder={t('kit.table.search')}
        value={search.text}
        onChange={search.onChange}
      />
    )
  )
}
