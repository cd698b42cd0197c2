import { Fragment, Suspense } from 'react'
import { CheckField } from '../field/CheckField'
import { NumberField } from '../field/NumberField'
import { SelectField } from '../field/SelectField'
import { TextAreaField } from '../field/TextAreaField'
import { TextField } from '../field/TextField'
import { lazily } from '../lazily'
import { Skeleton } from '../Skeleton'
import styles from './FormFields.module.css'
import type { FormField, FormValue } from './form-field'

// few forms have them, and they are heavy
const DateField = lazily(() => import('../field/DateField'), 'DateField')
const MultiSelectField = lazily(() => import('../field/MultiSelectField'), 'MultiSelectField')
const PasswordField = lazily(() => import('../field/PasswordField'), 'PasswordField')
/** Of a field with its label. */
const FIELD_HEIGHT_PX = 62

export interface FormFieldsProps {
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, FormValue | undefined>>
  /** Words under the fields; give them only once a field was left or the form was sent. */
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly onChange: (key: string, value: FormValue) => void
  /** A field was left. */
  readonly onLeave: (key: string) => void
}

/** The fields of a form as its data lists them. */
export function FormFields({ fields, ...form }: FormFieldsProps) {
  return fields.map((field) => (
    <Fragment key={field.key}>
      {field.part !== undefined && <h3 className={styles.part}>{field.part}</h3>}
      <div className={styles.place} data-wide={isWide(field) || undefined}>
        <Suspense fallback={<Skeleton height={FIELD_HEIGHT_PX} />}>
          <OneField field={field} {...form} />
        </Suspense>
      </div>
    </Fragment>
  ))
}

type OneFieldProps = Omit<FormFieldsProps, 'fields'> & { readonly field: FormField }

function OneField({ field, values, errors, onChange, onLeave }: OneFieldProps) {
  const { key, label, help, required, disabled } = field
  const value = values[key]
  const text = typeof value === 'string' ? value : ''
  const change = (next: FormValue) => onChange(key, next)
  const look = {
    label,
    help,
    required,
    disabled,
    name: key,
    error: errors[key] ?? null,
    onBlur: () => onLeave(key),
  }
  switch (field.kind) {
    case 'area':
      return (
        <TextAreaField
          {...look}
          value={text}
          onChange={change}
          rows={field.rows}
          maxLength={field.maxLength}
          monospace={field.monospace}
        />
      )
    case 'password':
      return <PasswordField {...look} value={text} onChange={change} autoComplete="new-password" />
    case 'number':
      return (
        <NumberField
          {...look}
          value={typeof value === 'number' ? value : null}
          onChange={change}
          unit={field.unit}
          min={field.min}
          max={field.max}
          step={field.step}
          unreadable={Number.NaN}
        />
      )
    case 'check':
      return (
        <CheckField
          label={label}
          help={help}
          checked={value === true}
          onChange={change}
          disabled={disabled}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...look}
          value={value === null || value === undefined ? null : String(value)}
          onChange={(chosen) =>
            change(field.choices.find((choice) => String(choice.value) === chosen)?.value ?? null)
          }
          choices={field.choices.map((choice) => ({ ...choice, value: String(choice.value) }))}
          loading={field.loading}
          onSearch={field.onSearch}
          clearable={required !== true}
        />
      )
    case 'choices':
      return (
        <MultiSelectField
          {...look}
          values={Array.isArray(value) ? value : []}
          onChange={change}
          choices={field.choices.map((choice) => ({ ...choice, value: String(choice.value) }))}
        />
      )
    case 'day':
      return <DateField {...look} value={text || null} onChange={change} min={field.min} max={field.max} />
    default:
      return (
        <TextField
          {...look}
          type={field.kind === 'code' ? 'text' : field.kind}
          value={text}
          onChange={change}
          maxLength={field.maxLength}
          monospace={field.kind === 'code'}
          suggestions={field.suggestions}
        />
      )
  }
}

function isWide(field: FormField): boolean {
  return field.wide ?? field.kind === 'area'
}
