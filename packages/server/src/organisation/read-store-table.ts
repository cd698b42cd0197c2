import { type CellFault, type StoreColumn, storeColumns } from '@coldkeep/domain/organisation/store-cells'
import { type PlacedFault, readTable, type TableFault, type TableRow } from '../wording/read-table'

export type StoreFault =
  | CellFault
  | TableFault
  | 'code_twice'
  | 'code_taken'
  | 'department_unknown'
  | 'department_ambiguous'
  | 'hours'
  | 'dates'

export type StoreTableFault = PlacedFault<StoreFault>
export type StoreTableRow = TableRow<StoreColumn>

export const MOST_STORE_ROWS = 20_000

/** Reads a table of stores; a store is known by its number. */
export function readStoreTable(text: string): Promise<{
  readonly rows: readonly StoreTableRow[]
  readonly faults: readonly StoreTableFault[]
}> {
  return readTable(text, { columns: storeColumns, key: 'code', mostRows: MOST_STORE_ROWS })
}
