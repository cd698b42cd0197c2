import { Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Input.layer.css'
import './field.css'
import { type FieldProps, wrapperProps } from './field-props'
import styles from './RadioField.module.css'
import type { Choice } from './SelectField'

export interface RadioFieldProps extends FieldProps {
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly choices: readonly Choice[]
  readonly direction?: 'row' | 'column'
}

export function RadioField(props: RadioFieldProps) {
  const { value, onChange, choices, direction = 'column', disabled } = props
  // the frame of the group is no control of its own
  const { disabled: _, wrapperProps: __, 'aria-required': ___, ...wrapper } = wrapperProps(props)
  return (
    <Radio.Group {...wrapper} value={value} onChange={onChange}>
      <div className={styles.choices} data-direction={direction} data-wrong={props.error ? true : undefined}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            disabled={disabled || choice.disabled}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
