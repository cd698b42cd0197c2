import type { Call } from '@coldkeep/contract/call'
import type { Limits } from '@coldkeep/contract/wire/limits'
import { useCall } from '../../api/use-call'
import { FormFields, type FormFieldsProps } from '../../kit/form/FormFields'
import type { FormChoice, FormField } from '../../kit/form/form-field'
import { useChoiceSearch, withChosen } from '../../parts/use-choice-search'
import styles from './editor.module.css'
import type { ChoiceSource, PlainField, PlainValues, ServedChoices } from './editor-field'
import { PresentValue } from './PresentValue'

export interface EditorFormFieldsProps extends Omit<FormFieldsProps, 'fields' | 'values'> {
  readonly fields: readonly PlainField[]
  readonly values: PlainValues
  readonly required: ReadonlySet<string>
  /** How long and how large a value may be, by field. */
  readonly limits: ReadonlyMap<string, Limits>
  /** What others saved while the form was open, by field. */
  readonly changed?: PlainValues
}

type PlainDraft = Record<string, PlainValues[string]>
type OneProps = Omit<EditorFormFieldsProps, 'fields'> & { readonly field: PlainField }

/** The fields of an editor with their choices filled in, from wherever these come. */
export function EditorFormFields({ fields, ...form }: EditorFormFieldsProps) {
  const shown = fields.filter(({ isShown }) => isShown?.(form.values) ?? true)
  return shown.map((field) =>
    isServed(field.choices) ? (
      <ServedField key={field.key} field={field} source={field.choices} {...form} />
    ) : (
      <PlainFormField
        key={field.key}
        field={field}
        choices={typeof field.choices === 'function' ? field.choices(form.values) : field.choices}
        {...form}
      />
    ),
  )
}

function ServedField({ source, ...props }: OneProps & { readonly source: ServedChoices<PlainDraft> }) {
  const { search, onSearchIn } = useChoiceSearch()
  const { isSearched = false } = source
  const input = source.input(props.values, search)
  const listed = useCall<Call>(source.call, input, { keepsPrevious: isSearched })
  const found = listed.data === undefined || input === null ? [] : source.choices(listed.data as never)
  const value = props.values[props.field.key]
  const choices =
    isSearched && (typeof value === 'string' || typeof value === 'number') ? withChosen(found, value) : found
  return (
    <PlainFormField
      {...props}
      choices={choices}
      onSearch={isSearched ? onSearchIn(choices) : undefined}
      isLoading={input !== null && listed.isLoading}
    />
  )
}

function PlainFormField({
  field,
  choices = [],
  isLoading = false,
  onSearch,
  required,
  limits,
  changed = {},
  ...form
}: OneProps & {
  readonly choices?: readonly FormChoice[]
  readonly isLoading?: boolean
  readonly onSearch?: (text: string) => void
}) {
  const { position: _, clears: __, isShown: ___, suggestions, ...look } = field
  const whole = {
    ...look,
    ...limits.get(field.key),
    choices,
    suggestions: typeof suggestions === 'function' ? suggestions(form.values) : suggestions,
    loading: isLoading,
    onSearch,
    required: required.has(field.key),
  } as FormField
  const present = changed[field.key]
  const fields = <FormFields fields={[whole]} {...form} />
  if (present === undefined) return fields
  return (
    <div className={styles.changed}>
      {fields}
      <PresentValue
        label={field.label}
        choices={choices}
        present={present}
        value={form.values[field.key] ?? null}
        onTake={() => form.onChange(field.key, present)}
      />
    </div>
  )
}

function isServed(
  source: ChoiceSource<PlainDraft, string | number> | undefined,
): source is ServedChoices<PlainDraft> {
  return typeof source === 'object' && 'call' in source
}
