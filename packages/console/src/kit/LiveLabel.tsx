import styles from './LiveLabel.module.css'
import { useText } from './text'

export interface LiveLabelProps {
  /** `HH:mm:ss`, or `null` before the first data. */
  readonly updated: string | null
  readonly state: 'live' | 'paused' | { readonly delayedMinutes: number }
}

/** How old the figures are; the dot turns to a ring when they are not live. */
export function LiveLabel({ updated, state }: LiveLabelProps) {
  const t = useText()
  const isLive = state === 'live' && updated !== null
  return (
    <span className={styles.label}>
      <span className={styles.dot} data-live={isLive || undefined} />
      <span>{words()}</span>
    </span>
  )

  function words(): string {
    if (updated === null) return t('shell.live.never')
    if (state === 'live') return t('shell.live.live', { time: updated })
    if (state === 'paused') return t('shell.live.paused', { time: updated })
    return t('shell.live.delayed', { minutes: state.delayedMinutes, time: updated })
  }
}
