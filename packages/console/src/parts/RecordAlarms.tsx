import type { AlarmId } from '@coldkeep/domain/ids'
import { Link } from '../kit/Link'
import { paths } from '../site/paths'
import frame from './page.module.css'
import styles from './record.module.css'

export interface RecordAlarmsProps {
  readonly alarms: readonly { readonly id: AlarmId; readonly text: string; readonly isOpen: boolean }[]
  readonly openText: string
  readonly overText: string
}

/** Alarms that a record is about, as links. */
export function RecordAlarms({ alarms, openText, overText }: RecordAlarmsProps) {
  return (
    <ul className={styles.alarms}>
      {alarms.map(({ id, text, isOpen }) => (
        <li key={id}>
          <Link href={paths.withSearch(paths.alarms, { alarm: String(id) })}>{text}</Link>
          <span className={frame.note}>{isOpen ? openText : overText}</span>
        </li>
      ))}
    </ul>
  )
}
