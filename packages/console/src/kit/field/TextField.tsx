import { TextInput } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, type Ref, useId } from 'react'
import '@mantine/core/styles/Input.layer.css'
import './field.css'
import { Icon, type IconName } from '../icons'
import { type FieldProps, useTooLong, wrapperProps } from './field-props'

export interface TextFieldProps
  extends FieldProps,
    Pick<ComponentProps<'input'>, 'autoComplete' | 'inputMode' | 'placeholder' | 'autoFocus'> {
  readonly value: string
  /** In letters. What is longer is marked and stays: it can be shortened by whoever pasted it. */
  readonly maxLength?: number
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'url'
  readonly icon?: IconName
  readonly unit?: string
  readonly readOnly?: boolean
  /** For what is copied letter by letter: hex, paths, keys. */
  readonly monospace?: boolean
  /** Offered while one types; anything else may be typed as well. */
  readonly suggestions?: readonly string[]
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, type = 'text', icon, unit, readOnly, onKeyDown, ref, autoComplete = 'off' } = props
  const { monospace = false, suggestions = [] } = props
  const listId = useId()
  const field = (
    <TextInput
      {...wrapperProps(props)}
      error={useTooLong(value, props.maxLength) ?? props.error}
      ref={ref}
      type={type}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      readOnly={readOnly}
      autoComplete={autoComplete}
      autoFocus={props.autoFocus}
      inputMode={props.inputMode}
      placeholder={props.placeholder}
      spellCheck={monospace ? false : undefined}
      styles={monospace ? { input: { fontFamily: 'var(--mono)' } } : undefined}
      leftSection={icon === undefined ? undefined : <Icon name={icon} />}
      rightSection={unit === undefined ? undefined : <span className="field-unit">{unit}</span>}
      rightSectionWidth={unit === undefined ? undefined : unit.length * 8 + 18}
      rightSectionPointerEvents="none"
      list={suggestions.length === 0 ? undefined : listId}
    />
  )
  if (suggestions.length === 0) return field
  return (
    <>
      {field}
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}
