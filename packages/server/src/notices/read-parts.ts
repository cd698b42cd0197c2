import type { RecordPart } from './notice-record-queries'

const ROWS_AT_ONCE = 1_000

/** All records, part by part: each is read after the one before has been taken. */
export async function* readParts<Row extends NonNullable<RecordPart['after']>>(
  read: (part: RecordPart) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: RecordPart['after'] = null
  do {
    const rows: readonly Row[] = await read({ limit: ROWS_AT_ONCE, after })
    yield rows
    after = rows.length === ROWS_AT_ONCE ? (rows.at(-1) ?? null) : null
  } while (after !== null)
}
