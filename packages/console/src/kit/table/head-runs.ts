import type { Column } from './column'

/** Columns side by side under one head, or one by itself. */
export interface HeadRun<Row> {
  /** `null`: no shared head. */
  readonly group: string | null
  readonly columns: readonly Column<Row>[]
}

/** Neighbours of the same group, in the order shown; a group that the reader has parted has several heads. */
export function headRuns<Row>(columns: readonly Column<Row>[]): readonly HeadRun<Row>[] {
  const runs: { group: string | null; columns: Column<Row>[] }[] = []
  for (const column of columns) {
    const group = column.group?.title ?? null
    const last = runs.at(-1)
    if (group !== null && last?.group === group) last.columns.push(column)
    else runs.push({ group, columns: [column] })
  }
  return runs
}
