import { formatInstant } from '@coldkeep/phrases/format'
import frame from './page.module.css'
import styles from './record.module.css'

/** An entry is late when it came so long after what it says. */
const LATE_MS = 60 * 60_000

/** What happened; `at` as a person says, `receivedAt` by the clock of the service. */
interface HistoryEvent {
  readonly title: string
  readonly lines: readonly string[]
  readonly at: number
  readonly receivedAt: number
  readonly by: string
  /** It is of a length of time, and is entered after it. */
  readonly isOfLength?: boolean
}

export interface EventHistoryProps {
  readonly label: string
  /** The newest first. */
  readonly events: readonly HistoryEvent[]
  /** Of the store. */
  readonly zone: string
  readonly laterText: (time: string) => string
}

/** All that happened to a record; what was entered long after it happened says when. */
export function EventHistory({ label, events, zone, laterText }: EventHistoryProps) {
  return (
    <ol className={styles.history} aria-label={label}>
      {events.map(({ title, lines, at, receivedAt, by, isOfLength = false }) => (
        <li key={`${title} ${receivedAt} ${lines.join()}`}>
          <time>{formatInstant(at, zone)}</time>
          <span>
            <strong>{title}</strong> · {by}
            {lines.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
            {!isOfLength && receivedAt - at > LATE_MS && (
              <span className={frame.note}>{laterText(formatInstant(receivedAt, zone))}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
