import { listAlarms } from '@coldkeep/contract/areas/alarms'
import { Suspense, useState } from 'react'
import { useAlarmOverview } from '../areas/alarms/use-alarm-overview'
import { useOwnMessages } from '../areas/notices/use-own-messages'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { lazily } from '../kit/lazily'
import { Popover } from '../kit/Popover'
import { useText } from '../kit/text'
import { paths } from '../site/paths'
import { mayCall, useSession } from '../site/session'
import styles from './AlarmBell.module.css'

const loadPanel = () => import('../areas/notices/MessagePanel')
const MessagePanel = lazily(loadPanel, 'MessagePanel')

const MOST_SHOWN = 99

/** Critical and high alarms that are not acknowledged; `null` until that is known. */
export function useUnseenAlarms(): number | null {
  const { data } = useAlarmOverview(null)
  return data === undefined ? null : data.counts.unacknowledged.critical + data.counts.unacknowledged.high
}

/**
 * The bell with the number of alarms leads to their list. For an account that is notified of alarms in the
 * console it opens the last messages, and shows how many of them are unread.
 */
export function AlarmBell({ className, size }: { className: string | undefined; size: 18 | 24 }) {
  const t = useText()
  const alarms = useUnseenAlarms() ?? 0
  const messages = useOwnMessages()
  const [opened, setOpened] = useState(false)
  const maySee = mayCall(listAlarms, useSession())
  const look = `${className ?? ''} ${styles.bell}`
  const inside = (
    <>
      <Icon name="bell" size={size} />
      <Count of={alarms} className={styles.count} />
      <Count of={messages?.unread ?? 0} className={styles.unread} />
    </>
  )
  if (messages === undefined || messages.total === 0) {
    if (!maySee) return null
    return (
      <Link
        look="plain"
        href={paths.alarms}
        className={look}
        aria-label={t('overview.bell', { count: alarms })}
      >
        {inside}
      </Link>
    )
  }
  const words = t('notices.own.unread', { count: messages.unread })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      label={t('notices.own.title')}
      align="end"
      target={
        <button
          type="button"
          className={look}
          aria-label={maySee ? `${t('overview.bell', { count: alarms })}. ${words}` : words}
          // it takes the focus when it opens, so there must be something in it; without, the page shows what
          // is wrong
          onClick={() =>
            void loadPanel().then(
              () => setOpened(!opened),
              () => undefined,
            )
          }
        >
          {inside}
        </button>
      }
    >
      <Suspense>
        <MessagePanel alarms={maySee ? alarms : null} onClose={() => setOpened(false)} />
      </Suspense>
    </Popover>
  )
}

function Count({ of: count, className }: { of: number; className: string | undefined }) {
  if (count === 0) return null
  return (
    <span className={className} aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
