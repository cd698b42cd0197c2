import { useId, useRef } from 'react'
import { Button } from '../Button'
import { useText } from '../text'
import styles from './FileField.module.css'
import type { FieldProps } from './field-props'

export interface FileFieldProps extends Omit<FieldProps, 'changed'> {
  readonly file: File | null
  readonly onChange: (file: File | null) => void
  /** As the `accept` attribute: `.json,application/json`. */
  readonly accept?: string
}

export function FileField(props: FileFieldProps) {
  const {
    label,
    hideLabel = false,
    help,
    error,
    required,
    disabled,
    name,
    onBlur,
    file,
    onChange,
    accept,
  } = props
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="mantine-InputWrapper-root">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'mantine-InputWrapper-label'}>
        {label}
        {required && <span className="mantine-InputWrapper-required"> *</span>}
      </label>
      {help !== undefined && <p className="mantine-InputWrapper-description">{help}</p>}
      <div className={styles.row}>
        <input
          ref={input}
          id={id}
          className="visually-hidden"
          type="file"
          name={name}
          accept={accept}
          disabled={disabled}
          required={required}
          onBlur={onBlur}
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
        />
        <span className={styles.button}>
          <Button
            icon="upload"
            onClick={() => {
              if (input.current === null) return
              // a file that was changed on disk may be chosen again
              input.current.value = ''
              input.current.click()
            }}
            aria-describedby={`${id}-name`}
          >
            {t('kit.field.chooseFile')}
          </Button>
        </span>
        <span id={`${id}-name`} className={styles.name}>
          {file === null ? t('kit.field.noFile') : file.name}
        </span>
      </div>
      {error != null && <p className="mantine-InputWrapper-error">{error}</p>}
    </div>
  )
}
