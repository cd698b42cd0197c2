import type { AccountId } from '@coldkeep/domain/ids'
import type { FieldProps } from '../../kit/field/field-props'
import { SelectField } from '../../kit/field/SelectField'

export interface Person {
  readonly id: AccountId
  readonly name: string
}

export interface PersonFieldProps extends FieldProps {
  readonly value: AccountId | null
  readonly people: readonly Person[]
  readonly onChange: (id: AccountId | null) => void
}

/** One of the people who can be on call. */
export function PersonField({ value, people, onChange, ...field }: PersonFieldProps) {
  return (
    <SelectField
      {...field}
      searchable
      value={value === null ? null : String(value)}
      choices={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(people.find(({ id }) => String(id) === next)?.id ?? null)}
    />
  )
}
