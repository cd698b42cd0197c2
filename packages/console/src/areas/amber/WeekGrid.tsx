import type { OnCallCalendar } from '@coldkeep/contract/areas/on-call'
import { dayOfWeek, type LocalDate } from '@coldkeep/domain/time/local-date'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import styles from './amber.module.css'
import { type DayPart, partsOfDay } from './week'

export interface WeekGridProps {
  readonly calendar: OnCallCalendar
  readonly days: readonly LocalDate[]
  readonly today: string
}

/** A week, day by day: who is on call from when until when, when no one is, and when several are. */
export function WeekGrid({ calendar, days, today }: WeekGridProps) {
  const t = useText()
  return (
    <ol className={styles.week}>
      {days.map((day) => (
        <li key={day} className={styles.day} data-today={day === today || undefined}>
          <h3>{`${t(`amber.onCall.day.${dayOfWeek(day) as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)} ${day.slice(5)}`}</h3>
          <ul className={styles.parts}>
            {partsOfDay(calendar, day).map((part) => (
              <li key={part.key} className={styles.part} data-kind={part.kind}>
                <span className={styles.time}>{`${part.from}–${part.until}`}</span>
                <PartWords part={part} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function PartWords({ part: { kind, name, isAvailable } }: { readonly part: DayPart }) {
  const t = useText()
  if (kind === 'gap') return <span>{t('amber.onCall.gap')}</span>
  if (kind === 'overlap') return <span>{t('amber.onCall.overlap')}</span>
  return (
    <>
      <span>{name}</span>
      {!isAvailable && <StatusTag status="offline" word={t('amber.onCall.unavailable')} />}
    </>
  )
}
