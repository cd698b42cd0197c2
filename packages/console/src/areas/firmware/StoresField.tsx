import type { StoreId } from '@coldkeep/domain/ids'
import { MultiSelectField } from '../../kit/field/MultiSelectField'
import { useText } from '../../kit/text'
import type { StoreChoice } from '../../parts/StorePicker'

export interface StoresFieldProps {
  /** The stores of the chosen department; `undefined` while they load or before one is chosen. */
  readonly stores: readonly StoreChoice[] | undefined
  readonly hasDepartment: boolean
  readonly storeIds: readonly StoreId[]
  readonly onChange: (storeIds: readonly StoreId[]) => void
}

/** Single stores of a department; without any, all of them. */
export function StoresField({ stores, hasDepartment, storeIds, onChange }: StoresFieldProps) {
  const t = useText()
  return (
    <MultiSelectField
      label={t('firmware.target.stores')}
      help={storeIds.length > 0 ? t('firmware.target.vendorUnused') : t('firmware.target.storesHelp')}
      disabled={!hasDepartment}
      placeholder={
        stores === undefined ? undefined : t('firmware.target.allStores', { count: stores.length })
      }
      values={storeIds.map(String)}
      choices={(stores ?? []).map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))}
      onChange={(values) => onChange(values.map((id) => Number(id) as StoreId))}
    />
  )
}
