import { listAlarms } from '@coldkeep/contract/areas/alarms'
import { useAlarmOverview } from '../areas/alarms/use-alarm-overview'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { useText } from '../kit/text'
import styles from './AlarmBell.module.css'
import { paths } from './paths'
import { mayCall, useSession } from './session'

const MOST_SHOWN = 99

/** Critical and high alarms that nobody has acknowledged; `null` until that is known. */
export function useUnseenAlarms(): number | null {
  const { data } = useAlarmOverview(null)
  return data === undefined ? null : data.counts.unacknowledged.critical + data.counts.unacknowledged.high
}

/** The bell with their number leads to the list of alarms. */
export function AlarmBell({ className, size }: { className: string | undefined; size: 18 | 24 }) {
  const t = useText()
  const count = useUnseenAlarms() ?? 0
  if (!mayCall(listAlarms, useSession())) return null
  return (
    <Link
      look="plain"
      href={paths.alarms}
      className={`${className ?? ''} ${styles.bell}`}
      aria-label={t('overview.bell', { count })}
    >
      <Icon name="bell" size={size} />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  )
}
