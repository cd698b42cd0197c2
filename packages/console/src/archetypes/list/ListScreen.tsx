import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../../kit/table/DataTable'
import { LiveStatus } from '../../parts/LiveStatus'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import type { ListPart, ShownList } from './use-list-screen'

export interface ListScreenProps<Row extends object> extends Omit<DataTableProps<Row>, ListPart> {
  /** Of `useListScreen`. */
  readonly list: ShownList<Row>
  /** The form of the filters, above the table. */
  readonly filters: ReactNode
  /** What stands below the table, and the windows of the screen. */
  readonly children?: ReactNode
}

/** A page of filters over one table, of which the service searches, pages and hands out the rows. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { list, filters, children, ...table } = props
  const { updatedAtMs, refreshMs } = list
  return (
    <div className={frame.page}>
      <PageHead
        status={refreshMs !== undefined && <LiveStatus updatedAtMs={updatedAtMs} refreshMs={refreshMs} />}
      />
      {filters}
      <DataTable {...table} {...list.table} />
      {children}
    </div>
  )
}
