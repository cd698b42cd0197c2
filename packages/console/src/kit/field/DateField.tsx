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
import { type DayText, dayFromText } from './day-text'
import { type FieldProps, wrapperProps } from './field-props'

const Calendar = lazily(() => import('./Calendar'), 'Calendar')

export interface DatePreset {
  readonly label: string
  readonly day: DayText
}

export interface DateFieldProps extends FieldProps {
  readonly value: DayText | null
  readonly onChange: (day: DayText | null) => void
  readonly min?: DayText
  readonly max?: DayText
  readonly presets?: readonly DatePreset[]
}

/** A day, typed as YYYY-MM-DD or picked. Typing works before the calendar is loaded. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, presets = [], error, onBlur } = props
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const read = typed === null ? value : dayFromText(typed)
  const fault = read === 'form' || read === 'unreal' ? read : null

  const own = () => {
    if (fault === 'form') return t('kit.field.notDate')
    if (fault === 'unreal') return t('kit.field.notReal')
    if (value !== null && min !== undefined && value < min) return t('kit.field.beforeFirst', { limit: min })
    if (value !== null && max !== undefined && value > max) return t('kit.field.afterLast', { limit: max })
    return null
  }
  const take = (day: DayText | null) => {
    setTyped(null)
    onChange(day)
  }
  const type = (text: string) => {
    setTyped(text)
    const day = dayFromText(text)
    const isWhole = text.length >= 8 || text === ''
    if (isWhole && day !== 'form' && day !== 'unreal') onChange(day)
  }
  const leave = () => {
    if (fault === null) take(read as DayText | null)
    onBlur?.()
  }
  const choose = (day: DayText) => {
    take(day)
    setOpened(false)
  }
  return (
    <div className={styles.field}>
      <TextInput
        {...wrapperProps(props)}
        error={(typed === null || !opened ? own() : null) ?? error ?? undefined}
        value={typed ?? value ?? ''}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        placeholder="YYYY-MM-DD"
        inputMode="numeric"
        autoComplete="off"
        maxLength={11}
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
                  <Button key={preset.label} size="small" onClick={() => choose(preset.day)}>
                    {preset.label}
                  </Button>
                ))}
              </div>
            )}
            <Suspense fallback={<Skeleton width={252} height={286} />}>
              <Calendar value={value} onChoose={choose} min={min} max={max} />
            </Suspense>
          </Popover>
        }
      />
    </div>
  )
}
