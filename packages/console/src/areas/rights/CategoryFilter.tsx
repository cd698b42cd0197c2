import type { listDeviceCategories, listPageCategories } from '@coldkeep/contract/areas/categories'
import { permissionOrders } from '@coldkeep/contract/areas/rights'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'

const ALL = 'all'
const ID = /^[1-9]\d{0,14}$/

export interface CategoryFilterProps {
  readonly categories: typeof listPageCategories | typeof listDeviceCategories
  /** Of the table, in the address. */
  readonly name: string
}

/** Lets through the rows of one category. */
export function CategoryFilter({ categories, name }: CategoryFilterProps) {
  const t = useText()
  const [{ [`${name}.type`]: type = '' }, changeAddress] = useAddress()
  const listed = useCall<typeof listPageCategories | typeof listDeviceCategories>(categories, {}).data
  return (
    <SelectField
      label={t('rights.category')}
      hideLabel
      value={ID.test(type) ? type : ALL}
      choices={[
        { value: ALL, label: t('rights.allCategories') },
        ...(listed?.authType ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChange={(next) =>
        changeAddress({
          [`${name}.type`]: next === null || next === ALL ? undefined : next,
          [`${name}.page`]: undefined,
        })
      }
    />
  )
}

/** What the filter of a table selects. */
export function useCategoryFilter<Id extends number>(name: string) {
  const [{ [`${name}.type`]: text = '' }, changeAddress] = useAddress()
  const type = ID.test(text) ? (Number(text) as Id) : null
  return useMemo(
    () => ({
      query: { type },
      served: {
        sorts: permissionOrders,
        isFiltered: type !== null,
        onClear: () => changeAddress({ [`${name}.type`]: undefined, [`${name}.page`]: undefined }),
      },
    }),
    [type, name, changeAddress],
  )
}
