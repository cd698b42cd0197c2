import { enrolmentColumns, MOST_ENROLLED } from '@coldkeep/contract/areas/enrolment'
import { isTerminalId, type StoreId, type TerminalId } from '@coldkeep/domain/ids'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { readTable, type TableFault } from '../wording/read-table'
import { selectEnrolledStores, selectOwners } from './enrolment-queries'

export type EnrolmentFault =
  | TableFault
  | 'store_missing'
  | 'store_unknown'
  | 'row_twice'
  | 'id_twice'
  | 'id_format'
  | 'id_here'
  | 'id_taken'

/** A row of a table of terminals to be made, and why it cannot be. */
export interface PlannedTerminal {
  /** Line of the file, from 1; 0: the file as a whole. */
  readonly row: number
  /** The number of the store, as the table has it. */
  readonly code: string
  readonly store: { readonly storeId: StoreId; readonly name: string } | null
  /** `null`: an id is made up. */
  readonly terminalId: TerminalId | null
  /** As the table has it. */
  readonly idText: string
  /** How many terminals the store has already. */
  readonly present: number
  readonly fault: EnrolmentFault | null
  /** Of the file: where in it, such as a column of its head. */
  readonly column: string
}

const LONGEST_SHOWN = 80

/** What a table would make, row by row; faults of its form come first. */
export async function planEnrolment(db: Db, scope: Scope, csv: string): Promise<PlannedTerminal[]> {
  const { rows, faults } = await readTable(csv, {
    columns: enrolmentColumns,
    key: 'store',
    mostRows: MOST_ENROLLED,
  })
  const entries = rows.map(({ row, cells }) => ({
    row,
    code: (cells.get('store') ?? '').trim(),
    idText: (cells.get('terminal') ?? '').trim().toUpperCase(),
  }))
  const stores = await selectEnrolledStores(
    db,
    scope,
    entries.map(({ code }) => code),
  )
  const owners = await selectOwners(
    db,
    entries.map(({ idText }) => idText),
  )
  const seen = new Set<string>()
  const planned = entries.map(({ row, code, idText }): PlannedTerminal => {
    const store = stores.get(code) ?? null
    const key = idText === '' ? `store ${code}` : idText
    const isRepeated = seen.has(key)
    seen.add(key)
    return {
      row,
      code: code.slice(0, LONGEST_SHOWN),
      store,
      terminalId: isTerminalId(idText) ? idText : null,
      idText: idText.slice(0, LONGEST_SHOWN),
      present: store?.present ?? 0,
      fault: faultOf(),
      column: '',
    }

    function faultOf(): EnrolmentFault | null {
      if (code === '') return 'store_missing'
      if (store === null) return 'store_unknown'
      if (idText !== '' && !isTerminalId(idText)) return 'id_format'
      if (isRepeated) return idText === '' ? 'row_twice' : 'id_twice'
      const owner = owners.get(idText)
      if (owner === undefined) return null
      return owner === store.storeId ? 'id_here' : 'id_taken'
    }
  })
  const ofForm = faults.map(
    ({ row, column, code }): PlannedTerminal => ({
      row,
      code: '',
      store: null,
      terminalId: null,
      idText: '',
      present: 0,
      fault: code,
      column,
    }),
  )
  return [...ofForm, ...planned]
}
