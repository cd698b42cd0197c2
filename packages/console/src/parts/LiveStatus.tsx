import { timeParts } from '@coldkeep/phrases/format'
import { useEffect, useState } from 'react'
import { pauseLiveUpdates, useLiveUpdatesPaused } from '../api/live-updates'
import { IconButton } from '../kit/IconButton'
import { useText } from '../kit/text'
import styles from './parts.module.css'

const TICK_MS = 10_000

export interface LiveStatusProps {
  /** When the figures on screen came from the server; 0 before the first time. */
  readonly updatedAtMs: number
  /** How often they are refreshed. */
  readonly refreshMs: number
}

/** How fresh the figures are: live, paused by the reader, or late; always with the time. */
export function LiveStatus({ updatedAtMs, refreshMs }: LiveStatusProps) {
  const t = useText()
  const isPaused = useLiveUpdatesPaused()
  const now = useNow()
  if (updatedAtMs === 0) return <span className={styles.live}>{t('shell.live.never')}</span>
  const time = timeParts(updatedAtMs).second
  const lateMs = now - updatedAtMs
  const isLate = lateMs > 2 * refreshMs
  const words = isPaused
    ? t('shell.live.paused', { time })
    : isLate
      ? t('shell.live.delayed', { minutes: Math.max(1, Math.round(lateMs / 60_000)), time })
      : t('shell.live.live', { time })
  return (
    <span className={styles.live} data-quiet={isPaused || isLate || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      {words}
      <IconButton
        size="small"
        icon={isPaused ? 'play' : 'pause'}
        label={t(isPaused ? 'shell.live.resume' : 'shell.live.pause')}
        onClick={() => pauseLiveUpdates(!isPaused)}
      />
    </span>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
