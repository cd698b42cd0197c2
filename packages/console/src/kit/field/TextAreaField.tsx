import { Textarea } from '@mantine/core'
import type { Ref } from 'react'
import '@mantine/core/styles/Input.layer.css'
import './field.css'
import { type FieldProps, useTooLong, wrapperProps } from './field-props'

export interface TextAreaFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  /** In letters. What is longer is marked and stays. */
  readonly maxLength?: number
  readonly monospace?: boolean
  readonly readOnly?: boolean
  readonly placeholder?: string
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, rows = 3, monospace = false, readOnly, placeholder, ref } = props
  return (
    <Textarea
      {...wrapperProps(props)}
      error={useTooLong(value, props.maxLength) ?? props.error}
      ref={ref}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rows={rows}
      readOnly={readOnly}
      placeholder={placeholder}
      styles={monospace ? { input: { fontFamily: 'var(--mono)' } } : undefined}
    />
  )
}
