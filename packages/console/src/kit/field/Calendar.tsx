import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ja'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import { useLanguage, useText } from '../text'
import styles from './Calendar.module.css'
import type { DayText } from './day-text'

export interface CalendarProps {
  readonly value: DayText | null
  readonly onChoose: (day: DayText) => void
  readonly min?: DayText
  readonly max?: DayText
}

/** The month sheet behind a date field; loaded when it is first opened. */
export function Calendar({ value, onChoose, min, max }: CalendarProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <DatesProvider settings={{ locale: language.toLowerCase(), firstDayOfWeek: 1, consistentWeeks: true }}>
      <DatePicker
        value={value}
        defaultDate={value ?? max}
        onChange={(day) => day !== null && onChoose(day)}
        minDate={min}
        maxDate={max}
        size="sm"
        monthLabelFormat={language === 'en' ? 'MMMM YYYY' : 'YYYY年M月'}
        yearLabelFormat={language === 'en' ? 'YYYY' : 'YYYY年'}
        classNames={{
          calendarHeaderControl: styles.control,
          calendarHeaderLevel: styles.level,
          weekday: styles.weekday,
          day: styles.day,
          monthsListControl: styles.day,
          yearsListControl: styles.day,
        }}
        ariaLabels={{
          previousMonth: t('kit.field.previousMonth'),
          nextMonth: t('kit.field.nextMonth'),
          previousYear: t('kit.field.previousYear'),
          nextYear: t('kit.field.nextYear'),
          previousDecade: t('kit.field.previousYears'),
          nextDecade: t('kit.field.nextYears'),
          monthLevelControl: t('kit.field.chooseMonth', { month: value?.slice(0, 7) ?? '' }),
          yearLevelControl: t('kit.field.chooseYear', { year: value?.slice(0, 4) ?? '' }),
        }}
      />
    </DatesProvider>
  )
}
