import { withUnitSpace } from '@coldkeep/phrases/format'
import { type ReactNode, useId } from 'react'
import { Button } from '../kit/Button'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { Skeleton } from '../kit/Skeleton'
import { Tooltip } from '../kit/Tooltip'
import { useText } from '../kit/text'
import { AlarmMark } from './AlarmMark'
import styles from './KpiCard.module.css'

export interface KpiCardProps {
  readonly title: string
  /** `null` until it is known what the link must carry. */
  readonly detailHref: string | null
  /** "98.4 %", or an en dash. */
  readonly figure: string
  readonly qualifier?: ReactNode
  /** One line at the foot; the whole of it on hover and focus. */
  readonly news?: string
  /** The drawing. */
  readonly children: ReactNode
  /** `stale` keeps the last content and says since when. */
  readonly state?: 'ready' | 'loading' | 'failed' | { readonly staleSince: string }
  readonly onRetry?: () => void
  readonly chartHeightPx?: number
}

export function KpiCard(props: KpiCardProps) {
  const { title, detailHref, figure, qualifier, news = '', children, state = 'ready', onRetry } = props
  const { chartHeightPx = 112 } = props
  const t = useText()
  const titleId = useId()
  const staleSince = typeof state === 'object' ? state.staleSince : null
  return (
    <section className={styles.card} aria-labelledby={titleId} data-stale={staleSince !== null || undefined}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {detailHref !== null && (
          <Link href={detailHref} className={styles.detail} aria-label={t('kit.card.detailOf', { title })}>
            {t('shell.words.detail')}
            <Icon name="chevronRight" size={14} />
          </Link>
        )}
      </header>
      {state === 'loading' ? (
        <Loading heightPx={chartHeightPx} />
      ) : (
        <>
          <p className={styles.figureLine}>
            <span className={styles.figure}>{state === 'failed' ? '—' : withUnitSpace(figure)}</span>
            {state !== 'failed' && qualifier !== undefined && (
              <span className={styles.qualifier}>{qualifier}</span>
            )}
          </p>
          <div className={styles.chart} style={{ minHeight: chartHeightPx }}>
            {state !== 'failed' && children}
          </div>
        </>
      )}
      <footer className={styles.foot}>
        {state === 'failed' || staleSince !== null ? (
          <>
            <AlarmMark shape="none" size={14} silent />
            <span className={styles.news}>
              {staleSince === null
                ? t('kit.state.failedTitle')
                : t('kit.state.notUpdated', { time: staleSince })}
            </span>
            {onRetry !== undefined && (
              <Button variant="quiet" size="small" onClick={onRetry}>
                {t('shell.words.retry')}
              </Button>
            )}
          </>
        ) : (
          state === 'ready' && <NewsLine text={news} />
        )}
      </footer>
    </section>
  )
}

function NewsLine({ text }: { text: string }) {
  if (text === '') return null
  return (
    <Tooltip label={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole line is shown on focus */}
      <span className={styles.news} tabIndex={0}>
        {text}
      </span>
    </Tooltip>
  )
}

function Loading({ heightPx }: { heightPx: number }) {
  return (
    <>
      <div className={styles.figureLine}>
        <Skeleton width={110} height={28} />
      </div>
      <div className={styles.chart} style={{ minHeight: heightPx }}>
        <Skeleton height={heightPx - 16} />
      </div>
    </>
  )
}
