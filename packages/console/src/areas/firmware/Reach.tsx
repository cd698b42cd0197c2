import type { UseQueryResult } from '@tanstack/react-query'
import { serviceText } from '../../api/call-problem'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import styles from './firmware.module.css'
import { leftOutTexts, reachText, type TargetReach } from './target-words'

/** What the choice comes to, and what is left out of it. */
export function Reach({
  reach,
  isForBoxes,
}: {
  readonly reach: UseQueryResult<TargetReach>
  /** Of a file for systems of boxes. */
  readonly isForBoxes: boolean
}) {
  const t = useText()
  const { data, error, isFetching, isPlaceholderData } = reach
  if (error !== null && data === undefined) {
    const words = serviceText(error) ?? t('firmware.target.failed')
    return <LoadFailure words={words} onRetry={() => void reach.refetch()} />
  }
  if (data === undefined) return <Skeleton height={64} />
  const leftOut = leftOutTexts(data, t, { isForBoxes })
  return (
    <div className={styles.sum} aria-live="polite" aria-busy={isFetching}>
      <strong>
        {isPlaceholderData
          ? t('firmware.target.counting')
          : data.terminals === 0
            ? t('firmware.target.none')
            : reachText(data, t)}
      </strong>
      {leftOut.length > 0 && (
        <>
          <span>{t('firmware.target.leftOut')}</span>
          <ul>
            {leftOut.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
