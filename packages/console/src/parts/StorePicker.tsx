import type { StoreId } from '@coldkeep/domain/ids'
import type { FieldProps } from '../kit/field/field-props'
import { SelectField } from '../kit/field/SelectField'
import { useText } from '../kit/text'

export interface StoreChoice {
  readonly id: StoreId
  readonly code: string
  readonly name: string
}

export interface StorePickerProps extends Pick<FieldProps, 'error' | 'onBlur'> {
  /** The stores of the chosen department; `undefined` while they load or before one is chosen. */
  readonly stores: readonly StoreChoice[] | undefined
  readonly hasDepartment: boolean
  readonly value: StoreId | 'all' | null
  readonly onChange: (store: StoreId | 'all' | null) => void
  readonly required?: boolean
}

/** A store of the chosen department by name or number, or all of them. */
export function StorePicker(props: StorePickerProps) {
  const { stores, hasDepartment, value, onChange, required = false, error, onBlur } = props
  const t = useText()
  return (
    <SelectField
      label={t('organisation.store.label')}
      required={required}
      error={error}
      onBlur={onBlur}
      disabled={!hasDepartment}
      help={hasDepartment ? undefined : t('organisation.store.departmentFirst')}
      loading={hasDepartment && stores === undefined}
      searchable
      clearable={!required && value !== null && value !== 'all'}
      value={value === null ? null : String(value)}
      choices={
        stores === undefined
          ? []
          : [
              { value: 'all', label: t('organisation.store.all', { total: stores.length }) },
              ...stores.map((store) => ({ value: String(store.id), label: `${store.code} ${store.name}` })),
            ]
      }
      onChange={(text) => onChange(text === null || text === 'all' ? text : (Number(text) as StoreId))}
    />
  )
}
