import { Button } from '../kit/Button'
import { DateField } from '../kit/field/DateField'
import type { FieldProps } from '../kit/field/field-props'
import { useText } from '../kit/text'
import { useShortcut } from '../kit/use-shortcut'
import {
  isDay,
  isInFuture,
  offsetHere,
  offsetName,
  periodFrom,
  shiftDay,
  todayHere,
  usualPeriod,
  usualPeriods,
} from './day-period'
import styles from './parts.module.css'

export interface PeriodStepperProps extends Pick<FieldProps, 'error' | 'onBlur'> {
  readonly day: string | null
  /** Instead of "Date". */
  readonly label?: string
  readonly onChange: (day: string | null) => void
  /** Moves the period and inquires at once where a result is on screen. */
  readonly onShift: (day: string) => void
  /** Lengths in days that the page knows; any when left out. Usual periods of other lengths are not on offer. */
  readonly lengths?: readonly number[]
  readonly onPeriod: (period: { readonly day: string; readonly days: number }) => void
  /** Length of the period and the words on the two buttons, from the service. */
  readonly page:
    | {
        readonly duration: number
        readonly durationTitle: string
        readonly preTitle: string
        readonly nextTitle: string
      }
    | undefined
}

/** The first day of the period, steps to the periods before and after, and the whole period in words. */
export function PeriodStepper(props: PeriodStepperProps) {
  const { label, onChange, onShift, lengths, onPeriod, page, error, onBlur } = props
  const day = props.day !== null && isDay(props.day) ? props.day : null
  const t = useText()
  const now = new Date()
  const today = todayHere(now)
  const duration = page?.duration ?? 1
  const period = day === null ? null : periodFrom(day, duration)
  const next = day === null ? null : periodFrom(shiftDay(day, duration), duration)
  const noNext =
    next === null
      ? t('analysis.filter.needDate')
      : isInFuture(next, today)
        ? t('analysis.filter.future')
        : null
  const goBack = () => day !== null && onShift(shiftDay(day, -duration))
  const goOn = () => next !== null && noNext === null && onShift(next.first)
  const presets = usualPeriods
    .map((name) => ({ name, period: usualPeriod(name, today) }))
    .filter(({ period: { days } }) => lengths === undefined || lengths.includes(days))
    .map(({ name, period: chosen }) => ({
      label: t(`analysis.filter.usual.${name}`),
      onChoose: () => onPeriod(chosen),
    }))
  useShortcut('[', goBack)
  useShortcut(']', goOn)

  return (
    <div className={styles.stepper}>
      <DateField
        label={label ?? t('analysis.filter.date')}
        required
        value={props.day}
        onChange={onChange}
        max={today}
        presets={presets}
        error={error}
        onBlur={onBlur}
      />
      <Button
        size="small"
        icon="chevronLeft"
        disabledReason={day === null ? t('analysis.filter.needDate') : null}
        onClick={goBack}
      >
        {page?.preTitle ?? t('shell.words.previousPeriod')}
      </Button>
      <Button size="small" iconAfter="chevronRight" disabledReason={noNext} onClick={goOn}>
        {page?.nextTitle ?? t('shell.words.nextPeriod')}
      </Button>
      {period && (
        <p className={styles.period}>
          {`${page?.durationTitle ?? ''} `.trimStart()}
          {t('analysis.filter.period', {
            start: unbroken(`${period.first} 00:00`),
            end: unbroken(`${period.last} 23:59`),
            zone: offsetName(offsetHere(now)),
          })}
        </p>
      )}
    </div>
  )
}

/** A day and time that stay on one line. */
function unbroken(text: string): string {
  return text.replaceAll('-', '\u2011').replace(' ', '\u00a0')
}
