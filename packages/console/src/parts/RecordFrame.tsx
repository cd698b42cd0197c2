import { type ReactNode, useCallback } from 'react'
import { serviceText } from '../api/call-problem'
import { Button } from '../kit/Button'
import { LoadFailure } from '../kit/LoadFailure'
import { Skeleton } from '../kit/Skeleton'

/** What a call answers with, as far as it is there. */
interface Answer<Detail> {
  readonly data: Detail | undefined
  readonly isError: boolean
  readonly error: Error | null
  refetch(): Promise<unknown>
}

export interface RecordFrameProps<Detail> {
  readonly label: string
  readonly className: string | undefined
  /** The name of the table that it was chosen from. */
  readonly table: string
  /** Back to the table, where the record stands instead of it. */
  readonly onBack: (() => void) | null
  readonly answer: Answer<Detail>
  readonly children: (detail: Detail, reload: () => void) => ReactNode
}

/** A record beside its table or instead of it, also while it is not there yet. */
export function RecordFrame<Detail>(props: RecordFrameProps<Detail>) {
  const { label, className, table, onBack, answer, children } = props
  const { refetch } = answer
  const reload = useCallback(() => void refetch(), [refetch])
  return (
    <section className={className} aria-label={label}>
      {onBack !== null && (
        <div>
          <Button variant="quiet" icon="chevronLeft" onClick={onBack}>
            {table}
          </Button>
        </div>
      )}
      {answer.data !== undefined ? (
        children(answer.data, reload)
      ) : answer.isError ? (
        <LoadFailure words={serviceText(answer.error)} onRetry={reload} />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  )
}
