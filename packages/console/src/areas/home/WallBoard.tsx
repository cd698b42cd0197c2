import { homeConnectionRate, homeDemand } from '@coldkeep/contract/areas/home'
import { timeParts } from '@coldkeep/phrases/format'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useCall } from '../../api/use-call'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { useShortcut } from '../../kit/use-shortcut'
import { pathText } from '../../parts/department-path'
import { useConfig } from '../../site/config'
import { useAlarmOverview } from '../alarms/use-alarm-overview'
import { BoardAlarms, BoardCounts } from './BoardAlarms'
import { BoardDemand } from './BoardDemand'
import { BoardGauges } from './BoardGauges'
import styles from './board.module.css'
import { boardHref } from './board-address'
import { scopeQuery, scopeWords, useHomeScope, useScopePath } from './scope'
import { useBoardCare, useNow, usePointerMoved } from './use-board-care'

const REFRESH_MS = 20_000
/** After this long without an answer the board shows that across its whole width. */
const SILENT_AFTER_MS = 60_000

/** The home screen for a wall: readable from afar, without anything to operate, and never a frozen picture. */
export function WallBoard() {
  const t = useText()
  const { title } = useConfig()
  const now = useNow(1_000)
  const path = useScopePath()
  const scope = useHomeScope()
  const input = { query: scopeQuery(path) }
  const options = { refreshMs: REFRESH_MS, quiet: true }
  const connection = useCall(homeConnectionRate, input, options)
  const demand = useCall(homeDemand, input, options)
  const overview = useAlarmOverview(path.at(-1) ?? null).data
  const shiftPx = useBoardCare()
  const isPointerHere = usePointerMoved()
  const exit = boardHref(path.length > 0 ? pathText(path) : undefined, false)
  const router = useRouter()
  useShortcut('Escape', () => router.history.push(exit))
  const updatedAtMs = connection.dataUpdatedAt
  const isSilent = updatedAtMs > 0 && now - updatedAtMs > SILENT_AFTER_MS

  return (
    <div className={styles.board} data-theme="dark" style={{ translate: `${shiftPx}px ${shiftPx}px` }}>
      {isSilent && (
        <p className={styles.silent} role="alert">
          {t('overview.board.silent', { time: timeParts(updatedAtMs).minute })}
        </p>
      )}
      <header className={styles.head}>
        <Icon name="snowflake" size={32} />
        <h1 id="page-title" tabIndex={-1} className={styles.title}>
          {t('overview.board.title', { title })}
        </h1>
        <span className={styles.scope}>{scope.data && scopeWords(scope.data, t)}</span>
        <span className={styles.fresh} data-quiet={isSilent || undefined}>
          <span className={styles.dot} aria-hidden="true" />
          {updatedAtMs > 0 &&
            t('overview.board.age', { seconds: Math.max(0, Math.round((now - updatedAtMs) / 1000)) })}
        </span>
        <time className={styles.clock}>{timeParts(now).minute}</time>
        {isPointerHere && (
          <Link look="button" href={exit} className={styles.exit}>
            {t('overview.board.exit')}
          </Link>
        )}
      </header>
      {overview && <BoardCounts overview={overview} />}
      <div className={styles.columns} data-single={!overview || undefined}>
        {overview && (
          <BoardCard title={t('overview.board.alarms')}>
            <BoardAlarms overview={overview} />
          </BoardCard>
        )}
        <div className={styles.side}>
          <BoardCard title={`${t('shell.pages.connectionRate')} (%)`}>
            {connection.data && <BoardGauges card={connection.data} />}
          </BoardCard>
          <BoardCard title={t('shell.pages.demand')} note={demand.data?.note}>
            {demand.data && <BoardDemand card={demand.data} />}
          </BoardCard>
        </div>
      </div>
    </div>
  )
}

/** A framed part of the board. */
function BoardCard({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.cardTitle}>
        {title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </h2>
      {children}
    </section>
  )
}
