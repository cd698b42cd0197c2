import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import '@mantine/core/styles/Input.layer.css'
import './field.css'
import { Button } from '../Button'
import { Icon } from '../icons'
import { lazily } from '../lazily'
import { Popover } from '../Popover'
import { Skeleton } from '../Skeleton'
import { useText } from '../text'
import styles from './DateField.module.css'
import { type DayText, dayFromText, readDay } from './day-text'
import { type FieldProps, wrapperProps } from './field-props'

const Calendar = lazily(() => import('./Calendar'), 'Calendar')

/** Days that are chosen at once. */
export interface DatePreset {
  readonly label: string
  readonly onChoose: () => void
}

export interface DateFieldProps extends FieldProps {
  readonly value: DayText | null
  readonly onChange: (day: DayText | null) => void
  readonly min?: DayText
  readonly max?: DayText
  readonly presets?: readonly DatePreset[]
}

/** The longest way to write a day: `2026年11月25日`. */
const LONGEST_TEXT = 11

/**
 * A day, typed as YYYY-MM-DD or picked. Typing works before the calendar is loaded. A text that is no day is handed on as
 * it was typed, so that a form can refuse it.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, presets = [], error, onBlur } = props
  const t = useText()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [opened, setOpened] = useState(false)
  const isShown = typed !== null && isStillTyped(typed, value)
  const text = isShown ? typed.text : (value ?? '')
  const own = () => {
    const read = dayFromText(text)
    if (read === 'form') return t('kit.field.notDate')
    if (read === 'unreal') return t('kit.field.notReal')
    if (read !== null && min !== undefined && read < min) return t('kit.field.beforeFirst', { limit: min })
    if (read !== null && max !== undefined && read > max) return t('kit.field.afterLast', { limit: max })
    return null
  }
  const take = (day: DayText | null) => {
    setTyped(null)
    onChange(day)
  }
  const type = (next: string) => {
    setTyped({ text: next, over: value })
    onChange(handedOn(next))
  }
  const leave = () => {
    // a day is written out; what is none stays as it is, to be corrected
    if (isShown && readDay(handedOn(text)) !== undefined) setTyped(null)
    onBlur?.()
  }
  const choose = (day: DayText) => {
    take(day)
    setOpened(false)
  }
  const choosePreset = (preset: DatePreset) => {
    setTyped(null)
    preset.onChoose()
    setOpened(false)
  }
  return (
    <div className={styles.field}>
      <TextInput
        {...wrapperProps(props)}
        error={(isShown && opened ? null : own()) ?? error ?? undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        placeholder="YYYY-MM-DD"
        inputMode="numeric"
        autoComplete="off"
        maxLength={LONGEST_TEXT}
        rightSectionPointerEvents="all"
        rightSection={
          <Popover
            opened={opened}
            onChange={setOpened}
            align="end"
            label={t('kit.field.openCalendar')}
            target={
              <button
                type="button"
                className={styles.open}
                aria-label={`${t('kit.field.openCalendar')}: ${props.label}`}
                aria-expanded={opened}
                disabled={props.disabled}
                onClick={() => setOpened(!opened)}
              >
                <Icon name="calendar" size={18} />
              </button>
            }
          >
            {presets.length > 0 && (
              <div className={styles.presets}>
                {presets.map((preset) => (
                  <Button key={preset.label} size="small" onClick={() => choosePreset(preset)}>
                    {preset.label}
                  </Button>
                ))}
              </div>
            )}
            <Suspense fallback={<Skeleton width={252} height={286} />}>
              <Calendar value={readDay(value) ?? null} onChoose={choose} min={min} max={max} />
            </Suspense>
          </Popover>
        }
      />
    </div>
  )
}

interface Typed {
  readonly text: string
  /** The value when it was typed. */
  readonly over: DayText | null
}

/** Until the value becomes another than the one that was typed, or than nothing in place of what is no day. */
function isStillTyped({ text, over }: Typed, value: DayText | null): boolean {
  const handed = handedOn(text)
  return value === over || value === handed || (value === null && readDay(handed) === undefined)
}

function handedOn(text: string): DayText | null {
  const read = dayFromText(text)
  return read === 'form' || read === 'unreal' ? text : read
}
