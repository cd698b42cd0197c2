import { listOwnBulletins } from '@coldkeep/contract/areas/own-bulletins'
import { useId } from 'react'
import { useCall } from '../../api/use-call'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import styles from './bulletins.module.css'
import { stateOf } from './own-state'

const REFRESH_MS = 60_000
const SHOWN = 3

/** Messages that the reader has to read or confirm; nothing while there are none. */
export function HomeMessages() {
  const t = useText()
  const id = useId()
  const { data } = useCall(
    listOwnBulletins,
    { query: { page: 1, pageSize: SHOWN } },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  if (data === undefined || data.open === 0) return null
  return (
    <section className={`${frame.card} ${styles.home}`} aria-labelledby={id}>
      <h2 id={id}>{t('bulletins.own.card')}</h2>
      <ul className={styles.inbox}>
        {data.bulletins
          .filter(({ isOpen }) => isOpen)
          .map((one) => (
            <li key={one.id} data-open>
              <Link
                look="plain"
                href={paths.withSearch(paths.messages, { message: String(one.id) })}
                className={styles.row}
              >
                <strong>{one.title}</strong>
                <span className={styles.due}>{stateOf(one, t)}</span>
              </Link>
            </li>
          ))}
      </ul>
      <Link href={paths.messages}>{t('bulletins.own.open', { count: data.open })}</Link>
    </section>
  )
}
