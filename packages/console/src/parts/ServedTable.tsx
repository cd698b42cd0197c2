import type { WireTable } from '@coldkeep/contract/wire/table'
import { priorities } from '@coldkeep/domain/alarms/priority'
import { type ReactNode, useMemo } from 'react'
import { DataTable } from '../kit/table/DataTable'
import type { OneRow } from '../kit/table/row-selection'
import { useText } from '../kit/text'
import { PriorityCell } from './PriorityCell'
import {
  knownView,
  type ServedRow,
  servedColumns,
  servedRowKey,
  viewFromAddress,
  viewInTags,
  viewInWords,
  viewToAddress,
} from './served-table'
import { useAddress } from './use-address'

export interface ServedTableProps {
  readonly table: WireTable
  /** `t1`, `t2`: under this name its page, order, filter and row are in the address. */
  readonly name: string
  /** Names the table for what is remembered of its columns. */
  readonly tableKey: string
  readonly hrefOf: (row: ServedRow, column: number) => string | null
  readonly state?: 'ready' | 'refreshing'
  readonly emptyTitle?: string
  readonly selection?: OneRow<ServedRow>
  /** Buttons of a single row. */
  readonly rowActions?: (row: ServedRow) => ReactNode
}

/** A table as the service describes it, its view kept in the address. */
export function ServedTable({
  table,
  name,
  tableKey,
  hrefOf,
  state,
  emptyTitle,
  selection,
  rowActions,
}: ServedTableProps) {
  const [parameters, changeAddress] = useAddress()
  const t = useText()
  const columns = useMemo(
    () =>
      servedColumns(table, hrefOf, (value) => {
        const priority = priorities.find((one) => t(`kit.alarm.${one}`) === value)
        return priority === undefined ? null : <PriorityCell priority={priority} word={value} />
      }),
    [table, hrefOf, t],
  )
  return (
    <DataTable
      title={table.title}
      tableKey={tableKey}
      columns={columns}
      rows={{ rows: table.data, state }}
      rowKey={servedRowKey}
      filterColumn={table.filterIndex === null ? null : String(table.filterIndex)}
      pageSize={table.pageSize}
      view={{
        current: knownView(viewInWords(viewFromAddress(name, parameters, table.pageSize), table), table),
        onChange: (view) =>
          changeAddress(viewToAddress(name, viewInTags(view, table), table.pageSize), 'replace'),
      }}
      selection={selection}
      rowActions={rowActions}
      empty={emptyTitle === undefined ? undefined : { title: emptyTitle }}
    />
  )
}
