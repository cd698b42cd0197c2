import { storeTemperatureAssurance } from '@coldkeep/contract/areas/temperature-assurance'
import type { StoreId } from '@coldkeep/domain/ids'
import { useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { ServedCharts } from '../../parts/ServedCharts'
import { ServedTable } from '../../parts/ServedTable'
import type { ServedRow } from '../../parts/served-table'
import { paths } from '../../site/paths'
import styles from './analysis.module.css'

export interface StoreAssuranceProps {
  readonly store: StoreId
  readonly name: string
  /** A day of the store. */
  readonly day: string
  /** The reader has just requested it. */
  readonly takesFocus: boolean
}

/** The insured devices of one store on one day, below the table that it was chosen in. */
export function StoreAssurance({ store, name, day, takesFocus }: StoreAssuranceProps) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const answer = useCall(storeTemperatureAssurance, { params: { storeId: store }, query: { on: day } })
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <section className={styles.dependent} aria-labelledby="store-assurance">
      <h2 id="store-assurance" ref={heading} tabIndex={-1} className={styles.heading}>
        {name} · {day}
      </h2>
      {answer.isLoading && <Skeleton height={240} />}
      {answer.isError && !answer.data && <LoadFailure onRetry={() => void answer.refetch()} />}
      {answer.data && (
        <>
          <ServedCharts charts={answer.data.charts} caption={`${name} · ${day}`} hrefOf={() => null} />
          <ServedTable
            table={answer.data.table}
            name="t2"
            tableKey="protection-store"
            hrefOf={deviceHref}
            emptyTitle={t('analysis.result.noneInPeriod')}
          />
        </>
      )}
    </section>
  )
}

function deviceHref({ drill }: ServedRow, column: number): string | null {
  return column === 0 && drill?.deviceId !== undefined ? paths.device(drill.deviceId) : null
}
