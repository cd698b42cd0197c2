import type { ReactNode } from 'react'

/** One row at a time is selected; its key is in the view. */
export interface OneRow<Row> {
  readonly of: 'one'
  /** A row was selected, or the selection was taken back. */
  readonly onChange?: (row: Row | null) => void
  /** Enter goes on with the row instead of opening it; F2 opens it then. */
  readonly onEnter?: (row: Row) => void
  /** The Delete key. */
  readonly onDelete?: (row: Row) => void
  /** What people call the row; its first column when left out. */
  readonly nameOf?: (row: Row) => string
  /** On narrow screens: what can be done with the selected row, on its card. */
  readonly cardActions?: (row: Row) => ReactNode
}

/** Check boxes for choosing several rows. */
interface SeveralRows<Row> {
  readonly of: 'several'
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
  readonly nameOf: (row: Row) => string
}

export type RowSelection<Row> = OneRow<Row> | SeveralRows<Row>

/** What the check boxes need besides what is checked. */
export interface RowChecks<Row> extends SeveralRows<Row> {
  /** Every row the head check box stands for. */
  readonly allKeys: readonly string[]
}
