import { PasswordInput } from '@mantine/core'
import { type Ref, useState } from 'react'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import './field.css'
import { Icon } from '../icons'
import { useText } from '../text'
import { type FieldProps, wrapperProps } from './field-props'
import styles from './PasswordField.module.css'

export interface PasswordFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete?: 'current-password' | 'new-password'
  readonly ref?: Ref<HTMLInputElement>
}

export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, autoComplete = 'current-password', ref } = props
  const t = useText()
  const [visible, setVisible] = useState(false)
  const toggleLabel = t(visible ? 'kit.field.hidePassword' : 'kit.field.showPassword')
  return (
    <PasswordInput
      {...wrapperProps(props)}
      ref={ref}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete={autoComplete}
      visible={visible}
      rightSectionPointerEvents="all"
      rightSectionWidth={44}
      rightSection={
        <button
          type="button"
          className={styles.toggle}
          aria-label={toggleLabel}
          title={toggleLabel}
          aria-pressed={visible}
          disabled={props.disabled}
          onClick={() => setVisible(!visible)}
        >
          <Icon name={visible ? 'eyeOff' : 'eye'} size={18} />
        </button>
      }
    />
  )
}
