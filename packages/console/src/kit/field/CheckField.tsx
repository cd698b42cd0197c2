import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import './field.css'

export interface CheckFieldProps {
  readonly label: ReactNode
  /** The accessible name where the label is not text, or not shown. */
  readonly name?: string
  readonly hideLabel?: boolean
  readonly checked: boolean
  /** Some but not all of what it stands for. */
  readonly mixed?: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly help?: ReactNode
}

export function CheckField(props: CheckFieldProps) {
  const { label, name, hideLabel = false, checked, mixed = false, onChange, disabled, help } = props
  return (
    <Checkbox
      label={hideLabel ? undefined : label}
      aria-label={name ?? (hideLabel && typeof label === 'string' ? label : undefined)}
      checked={checked}
      indeterminate={mixed}
      onChange={(event) => onChange(event.currentTarget.checked)}
      disabled={disabled}
      description={help}
    />
  )
}
