import type { ReactNode } from 'react'

/** What a field of a form may hold while it is being filled in; `null` is "nothing yet". */
export type FormValue = string | number | boolean | null | readonly string[]

export interface FormChoice {
  readonly value: string | number
  readonly label: string
  readonly disabled?: boolean
}

interface FieldLook {
  readonly key: string
  readonly label: string
  readonly help?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  /** Takes a whole row where the form has two columns. */
  readonly wide?: boolean
  /** Heading of the part of the form that begins with this field. */
  readonly part?: string
}

export type FormField = FieldLook &
  (
    | {
        readonly kind: 'text' | 'email' | 'tel' | 'password' | 'code'
        readonly maxLength?: number
        readonly suggestions?: readonly string[]
      }
    | {
        readonly kind: 'area'
        readonly rows?: number
        readonly maxLength?: number
        readonly monospace?: boolean
      }
    | {
        readonly kind: 'number'
        readonly unit?: string
        readonly min?: number
        readonly max?: number
        /** Values are multiples of it: 1 of a whole number. */
        readonly step?: number
      }
    | { readonly kind: 'check' }
    | {
        readonly kind: 'choice'
        readonly choices: readonly FormChoice[]
        readonly loading?: boolean
        readonly onSearch?: (text: string) => void
      }
    | { readonly kind: 'choices'; readonly choices: readonly FormChoice[] }
    | { readonly kind: 'day'; readonly min?: string; readonly max?: string }
  )

/** The empty value of a kind of field. */
export function emptyValue(kind: FormField['kind']): FormValue {
  if (kind === 'check') return false
  if (kind === 'choices') return []
  return kind === 'number' || kind === 'choice' || kind === 'day' ? null : ''
}

/** The same value with nothing in it. */
export function emptied(value: unknown): FormValue {
  if (typeof value === 'string') return ''
  if (typeof value === 'boolean') return false
  return Array.isArray(value) ? [] : null
}

export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** True when two fields hold the same, whatever the order in which several were chosen. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
  return one.length === other.length && one.every((value) => other.includes(value))
}
