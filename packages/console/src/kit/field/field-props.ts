import type { ReactNode } from 'react'
import { useText } from '../text'

/** What every field of the kit takes. */
export interface FieldProps {
  readonly label: string
  /** The label is read out but not shown. Only where a heading beside it says the same. */
  readonly hideLabel?: boolean
  readonly help?: ReactNode
  /** Shown under the field. Give it only once the field was left or the form was sent. */
  readonly error?: string | null
  readonly required?: boolean
  readonly disabled?: boolean
  readonly name?: string
  readonly id?: string
  /** Marks a value that differs from the one that was read. */
  readonly changed?: boolean
  readonly onBlur?: () => void
}

/** The part of a field's properties that Mantine's input wrapper takes. */
export function wrapperProps(field: FieldProps) {
  const {
    label,
    hideLabel = false,
    help,
    error,
    required = false,
    disabled,
    name,
    id,
    changed,
    onBlur,
  } = field
  return {
    label: hideLabel ? undefined : label,
    'aria-label': hideLabel ? label : undefined,
    description: help,
    error: error ?? undefined,
    withAsterisk: required,
    'aria-required': required || undefined,
    disabled,
    name,
    id,
    onBlur,
    wrapperProps: { 'data-changed': changed || undefined },
  }
}

/** What is wrong with a text that is too long, as soon as it is; blanks at its ends do not count. */
export function useTooLong(text: string, maxLength: number | undefined): string | undefined {
  const t = useText()
  const isTooLong = maxLength !== undefined && text.trim().length > maxLength
  return isTooLong ? t('kit.field.tooLong', { count: maxLength }) : undefined
}
