import type { WireTable } from '@coldkeep/contract/wire/table'
import type { CsvChoice } from '@coldkeep/contract/wire/table-csv'
import { priorities } from '@coldkeep/domain/alarms/priority'
import { formatNumber } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import { type ReactNode, useMemo } from 'react'
import { DataTable } from '../kit/table/DataTable'
import type { OneRow } from '../kit/table/row-selection'
import type { WholeFile } from '../kit/table/use-csv-file'
import { useLanguage, useText } from '../kit/text'
import { PriorityCell } from './PriorityCell'
import { readWhole } from './read-whole'
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
  /** Reads the file with all rows of a table that does not hold them all. */
  readonly readCsv?: ReadCsv | undefined
}

export type ReadCsv = (choice: CsvChoice, signal: AbortSignal) => Promise<Blob>

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
  readCsv,
}: ServedTableProps) {
  const [parameters, changeAddress] = useAddress()
  const t = useText()
  const language = useLanguage()
  const columns = useMemo(
    () =>
      servedColumns(table, hrefOf, (value) => {
        const priority = priorities.find((one) => t(`kit.alarm.${one}`) === value)
        return priority === undefined ? null : <PriorityCell priority={priority} word={value} />
      }),
    [table, hrefOf, t],
  )
  const view = knownView(viewInWords(viewFromAddress(name, parameters, table.pageSize), table), table)
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
        current: view,
        onChange: (view) =>
          changeAddress(viewToAddress(name, viewInTags(view, table), table.pageSize), 'replace'),
      }}
      selection={selection}
      rowActions={rowActions}
      whole={wholeOf(table, viewInTags(view, table).filter, readCsv, { t, language })}
      empty={emptyTitle === undefined ? undefined : { title: emptyTitle }}
    />
  )
}

function wholeOf(
  { extent }: WireTable,
  filter: readonly string[] | null,
  readCsv: ReadCsv | undefined,
  { t, language }: { readonly t: Translate; readonly language: Language },
): WholeFile | undefined {
  if (extent === undefined || readCsv === undefined) return undefined
  return {
    note: t(extent.of === 'rows' ? 'kit.table.someRows' : 'analysis.result.someStores', {
      shown: formatNumber(language, extent.shown),
      total: formatNumber(language, extent.total),
    }),
    read: ({ columns }, signal) =>
      readWhole(() => readCsv({ columns: columns.map(Number), ...(filter && { filter }) }, signal), signal),
  }
}
