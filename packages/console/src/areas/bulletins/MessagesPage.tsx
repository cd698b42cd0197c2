import { listOwnBulletins, type OwnBulletin } from '@coldkeep/contract/areas/own-bulletins'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { useNarrow } from '../../kit/use-narrow'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { bulletinIdOf } from './bulletin-id'
import styles from './bulletins.module.css'
import { OpenMessage } from './OpenMessage'
import { stateOf } from './own-state'

const REFRESH_MS = 60_000
const FIRST_SHOWN = 20
const MOST_SHOWN = 200

/** The messages of the reader, and the one that the address names; on a phone either of the two. */
export function MessagesPage() {
  const t = useText()
  const narrow = useNarrow()
  const [{ message = '' }, changeAddress] = useAddress()
  const [pageSize, setPageSize] = useState(FIRST_SHOWN)
  const answer = useCall(
    listOwnBulletins,
    { query: { page: 1, pageSize } },
    { refreshMs: REFRESH_MS, quiet: true, keepsPrevious: true },
  )
  const id = bulletinIdOf(message)
  const { data } = answer
  const list =
    data === undefined ? (
      answer.isError ? (
        <LoadFailure onRetry={answer.refetch} />
      ) : (
        <Skeleton height={240} />
      )
    ) : data.total === 0 ? (
      <StateView title={t('bulletins.own.none')}>{t('bulletins.own.noneHelp')}</StateView>
    ) : (
      <div className={frame.stack}>
        <ul className={styles.inbox} aria-label={t('bulletins.own.title')}>
          {data.bulletins.map((one) => (
            <Row key={one.id} of={one} isCurrent={one.id === id} t={t} />
          ))}
        </ul>
        {data.bulletins.length < Math.min(data.total, MOST_SHOWN) && (
          <Button onClick={() => setPageSize(Math.min(pageSize * 2, MOST_SHOWN))}>
            {t('bulletins.own.show')}
          </Button>
        )}
      </div>
    )
  const opened = id === null ? null : <OpenMessage key={id} id={id} />
  return (
    <div className={frame.page}>
      <PageHead />
      {narrow ? (
        opened === null ? (
          list
        ) : (
          <>
            <div className={frame.buttons}>
              <Button icon="arrowLeft" onClick={() => changeAddress({ message: undefined })}>
                {t('bulletins.own.back')}
              </Button>
            </div>
            {opened}
          </>
        )
      ) : (
        <div className={styles.mailbox}>
          {list}
          {opened ?? <p className={frame.note}>{(data?.total ?? 0) > 0 && t('bulletins.own.choose')}</p>}
        </div>
      )}
    </div>
  )
}

interface RowProps {
  readonly of: OwnBulletin
  readonly isCurrent: boolean
  readonly t: Translate
}

function Row({ of, isCurrent, t }: RowProps) {
  return (
    <li data-open={of.isOpen || undefined}>
      <Link
        look="plain"
        href={paths.withSearch(paths.messages, { message: String(of.id) })}
        className={styles.row}
        aria-current={isCurrent || undefined}
      >
        <strong>{of.title}</strong>
        <span className={frame.note}>
          {of.category} · {formatInstant(of.sentAt)}
        </span>
        <span className={of.isOpen ? styles.due : frame.note}>{stateOf(of, t)}</span>
      </Link>
    </li>
  )
}
