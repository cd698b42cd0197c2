import type { ReactNode } from 'react'
import { LiveStatus } from '../../parts/LiveStatus'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import type { LiveList } from './use-list-screen'

export interface ListScreenProps {
  /** Of `useListScreen`. */
  readonly list: LiveList
  /** The form of the filters, above the table. */
  readonly filters: ReactNode
  /** The table with the rows of the list, what belongs below it, and the windows of the screen. */
  readonly children: ReactNode
}

/** A page of filters over one table, of which the service searches, pages and hands out the rows. */
export function ListScreen({ list, filters, children }: ListScreenProps) {
  const { updatedAtMs, refreshMs } = list
  return (
    <div className={frame.page}>
      <PageHead
        status={refreshMs !== undefined && <LiveStatus updatedAtMs={updatedAtMs} refreshMs={refreshMs} />}
      />
      {filters}
      {children}
    </div>
  )
}
