import type { VendorId } from '@coldkeep/domain/ids'
import { SelectField } from '../kit/field/SelectField'
import { useText } from '../kit/text'

export interface VendorPickerProps {
  readonly vendors: readonly { readonly id: VendorId; readonly name: string }[] | undefined
  readonly hasDepartment: boolean
  readonly value: VendorId | null
  readonly onChange: (vendor: VendorId | null) => void
}

/** A maintenance vendor of the stores of the chosen department, or every one. */
export function VendorPicker({ vendors, hasDepartment, value, onChange }: VendorPickerProps) {
  const t = useText()
  return (
    <SelectField
      label={t('organisation.vendor.label')}
      disabled={!hasDepartment}
      loading={hasDepartment && vendors === undefined}
      value={value === null ? 'all' : String(value)}
      choices={[
        { value: 'all', label: t('organisation.vendor.all') },
        ...(vendors ?? []).map((vendor) => ({ value: String(vendor.id), label: vendor.name })),
      ]}
      onChange={(text) => onChange(text === null || text === 'all' ? null : (Number(text) as VendorId))}
    />
  )
}
