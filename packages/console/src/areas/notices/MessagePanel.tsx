import { listOwnMessages, type OwnMessage, readOwnMessages } from '@coldkeep/contract/areas/own-messages'
import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { paths } from '../../site/paths'
import styles from './MessagePanel.module.css'
import { placeOf } from './message-place'
import { useOwnMessages } from './use-own-messages'

const FIRST_SHOWN = 20
const MOST_SHOWN = 200

/**
 * The last messages to the account itself, the newest first; each leads to its subject.
 * @param alarms how many are waiting to be acknowledged; `null` for those who may not see alarms
 */
export function MessagePanel({ alarms, onClose }: { alarms: number | null; onClose: () => void }) {
  const t = useText()
  const [count, setCount] = useState(FIRST_SHOWN)
  const answer = useOwnMessages(count)
  const read = useSend(readOwnMessages, { invalidates: [listOwnMessages], quiet: true })
  if (answer === undefined) return <Skeleton height={240} />
  const { messages, total, unread } = answer
  const open = ({ id, isRead }: OwnMessage) => {
    if (!isRead) read.mutate({ body: { message: id } })
    onClose()
  }
  return (
    <div className={styles.panel}>
      {alarms !== null && (
        <Link href={paths.alarms} className={styles.alarms} onClick={onClose}>
          {t('overview.bell', { count: alarms })}
        </Link>
      )}
      <div className={styles.head}>
        <h2 className={styles.title}>{t('notices.own.title')}</h2>
        {unread > 0 && (
          <Button
            size="small"
            icon="check"
            loading={read.isPending}
            onClick={() => read.mutate({ body: { message: null } })}
          >
            {t('notices.own.readAll')}
          </Button>
        )}
      </div>
      <ol className={styles.messages}>
        {messages.map((message) => (
          <li key={message.id} className={styles.message} data-unread={!message.isRead || undefined}>
            <Link look="plain" href={placeOf(message)} className={styles.link} onClick={() => open(message)}>
              <span className={styles.first}>
                <strong className={styles.what}>{message.title}</strong>
                <time className={styles.time}>{formatInstant(message.at)}</time>
              </span>
              {!message.isRead && <span className="visually-hidden">{t('notices.own.isUnread')}</span>}
              <span className={styles.body}>{message.body}</span>
            </Link>
          </li>
        ))}
      </ol>
      {messages.length < Math.min(total, MOST_SHOWN) && (
        <Button size="small" onClick={() => setCount(Math.min(count * 2, MOST_SHOWN))}>
          {t('notices.own.older')}
        </Button>
      )}
      <p className={styles.note}>{t('notices.own.kept')}</p>
    </div>
  )
}
