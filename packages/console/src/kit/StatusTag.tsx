import { Icon, type IconName } from './icons'
import styles from './StatusTag.module.css'
import { useText } from './text'

export type Status =
  | 'online'
  | 'offline'
  | 'running'
  | 'done'
  | 'failed'
  | 'waiting'
  | 'expired'
  | 'overdue'
  | 'locked'

/** Normal is a grey word without a mark; what wants attention carries a shape and full ink. */
const looks: Record<Status, { icon: IconName | null; strong: boolean }> = {
  online: { icon: null, strong: false },
  offline: { icon: 'unlink', strong: true },
  running: { icon: 'running', strong: false },
  done: { icon: 'done', strong: false },
  failed: { icon: 'wrong', strong: true },
  waiting: { icon: 'clock', strong: false },
  expired: { icon: 'calendarMark', strong: true },
  overdue: { icon: 'calendarMark', strong: true },
  locked: { icon: 'lock', strong: false },
}

export interface StatusTagProps {
  readonly status: Status
  /** Instead of the status's own word. */
  readonly word?: string
  /** Instead of the shape of the status, where that means something else. */
  readonly icon?: IconName
  /** A duration, a percentage, a number of days. */
  readonly detail?: string
  /** Online shows its dot: for live labels, not for tables. */
  readonly live?: boolean
}

export function StatusTag({ status, word, icon: own, detail, live = false }: StatusTagProps) {
  const t = useText()
  const { icon: usual, strong } = looks[status]
  const icon = own ?? usual
  return (
    <span className={styles.tag} data-strong={strong || undefined}>
      {live && status === 'online' && <span className={styles.dot} />}
      {icon !== null && <Icon name={icon} />}
      <span>{word ?? t(`kit.status.${status}`)}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
  )
}
