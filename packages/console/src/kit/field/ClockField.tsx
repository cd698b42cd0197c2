import type { ClockText } from './clock-text'
import { clockFromText } from './clock-text'
import type { FieldProps } from './field-props'
import { TextField } from './TextField'

export interface ClockFieldProps extends FieldProps {
  readonly value: ClockText
  readonly onChange: (time: ClockText) => void
}

/** A time of day, written out as HH:MM when it is left. A text that is none is handed on, so that a form can refuse it. */
export function ClockField({ value, onChange, onBlur, ...look }: ClockFieldProps) {
  const leave = () => {
    const time = clockFromText(value)
    if (time !== null && time !== value) onChange(time)
    onBlur?.()
  }
  return (
    <TextField
      {...look}
      value={value}
      onChange={onChange}
      onBlur={leave}
      placeholder="HH:MM"
      inputMode="numeric"
    />
  )
}
