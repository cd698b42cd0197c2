import { searchStores } from '@coldkeep/contract/areas/organisation'
import type { StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { useStoreName } from './use-store-name'

/** The store that the address names. */
export function useStoreInAddress(): StoreId | null {
  const [{ store = '' }] = useAddress()
  return /^[1-9]\d{0,14}$/.test(store) ? (Number(store) as StoreId) : null
}

export interface StoreFieldProps {
  /** Why it cannot be changed now, in words. */
  readonly locked?: string | null
  /** No store stands for all of them. */
  readonly isOptional?: boolean
}

/** One store, found by part of its number or name, and kept in the address. */
export function StoreField({ locked = null, isOptional = false }: StoreFieldProps) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const storeId = useStoreInAddress()
  const name = useStoreName(storeId)
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, { query: { search } }, { keepsPrevious: true, quiet: true })
  const listed = (found.data ?? []).map((store) => ({
    value: String(store.id),
    label: `${store.code} ${store.name}`,
  }))
  const value = storeId === null ? null : String(storeId)
  const isListed = value === null || listed.some((store) => store.value === value)
  const choices = isListed ? listed : [{ value, label: name }, ...listed]
  return (
    <SelectField
      label={t('shell.words.store')}
      searchable
      placeholder={t(isOptional ? 'screens.allStores' : 'screens.typeStore')}
      clearable={isOptional && value !== null}
      disabled={locked !== null}
      help={locked ?? undefined}
      value={value}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(next) => changeAddress({ store: next ?? undefined, page: undefined })}
    />
  )
}
