import { Textarea } from '@mantine/core'
import type { Ref } from 'react'
import '@mantine/core/styles/Input.layer.css'
import './field.css'
import { type FieldProps, wrapperProps } from './field-props'

export interface TextAreaFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number
  readonly monospace?: boolean
  readonly readOnly?: boolean
  readonly placeholder?: string
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, rows = 3, maxLength, monospace = false, readOnly, placeholder, ref } = props
  return (
    <Textarea
      {...wrapperProps(props)}
      ref={ref}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={rows}
      maxLength={maxLength}
      readOnly={readOnly}
      placeholder={placeholder}
      styles={monospace ? { input: { fontFamily: 'var(--mono)' } } : undefined}
    />
  )
}
