import { listStores } from '@coldkeep/contract/areas/organisation'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { ReactNode } from 'react'
import { useCall } from '../api/use-call'
import { SelectField } from '../kit/field/SelectField'
import { useText } from '../kit/text'
import { pathOf, pathText } from './department-path'
import frame from './page.module.css'
import { StorePicker } from './StorePicker'
import { useAddress } from './use-address'
import { usePlaceChoices } from './use-place-choices'

/** The department and store that the address names. */
export function usePlace(): { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null } {
  const [{ dep = '', store = '' }] = useAddress()
  const storeId = /^[1-9]\d{0,14}$/.test(store) ? (Number(store) as StoreId) : null
  return { departmentId: pathOf(dep).at(-1) ?? null, storeId }
}

export interface PlaceFilterProps {
  /** Further fields of the screen. */
  readonly children?: ReactNode
  /** What the page of the table is called in the address; another place begins at the first. */
  readonly page?: string
  /** How its fields stand, where there are more of them than in a row. */
  readonly className?: string
}

/** Department and store, kept in the address. */
export function PlaceFilter({ children, page = 'page', className = frame.filters }: PlaceFilterProps) {
  const t = useText()
  const [{ dep = '' }, changeAddress] = useAddress()
  const { departmentId, storeId } = usePlace()
  const { places, isLoading, topId } = usePlaceChoices()
  const department = departmentId ?? topId
  const stores = useCall(
    listStores,
    department === null ? null : { query: { departmentId: department } },
  ).data
  return (
    <form className={className} aria-label={t('analysis.filter.title')} data-no-print>
      <SelectField
        label={t('shell.words.organisation')}
        searchable
        loading={isLoading}
        value={pathOf(dep).length > 0 ? pathText(pathOf(dep)) : (places[0]?.value ?? null)}
        choices={places}
        onChange={(next) => changeAddress({ dep: next ?? undefined, store: undefined, [page]: undefined })}
      />
      <StorePicker
        stores={stores}
        hasDepartment={department !== null || isLoading}
        value={storeId ?? 'all'}
        onChange={(next) =>
          changeAddress({
            store: next === null || next === 'all' ? undefined : String(next),
            [page]: undefined,
          })
        }
      />
      {children}
    </form>
  )
}
