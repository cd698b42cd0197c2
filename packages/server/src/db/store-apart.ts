import { isPassing } from './passing-error'

/** A row that was refused alone, and why. */
export interface RefusedRow<Row> {
  readonly row: Row
  readonly error: unknown
}

/**
 * Stores rows together; where that is refused in halves, until each row that is refused stands alone. So a row that
 * cannot be stored costs only itself, and the others two attempts for each time they are halved.
 * @param store of the given rows all or none
 * @param passes which errors are not the fault of a row
 * @returns the refused ones, in their order
 * @throws an error that passes: the same rows may be stored a little later, those that are stored by then once more
 */
export async function storeApart<Row>(
  rows: readonly Row[],
  store: (some: readonly Row[]) => Promise<void>,
  passes: (error: unknown) => boolean = isPassing,
): Promise<RefusedRow<Row>[]> {
  const [first] = rows
  if (first === undefined) return []
  try {
    await store(rows)
    return []
  } catch (error) {
    if (passes(error)) throw error
    if (rows.length === 1) return [{ row: first, error }]
  }
  const half = Math.ceil(rows.length / 2)
  const refused = await storeApart(rows.slice(0, half), store, passes)
  return [...refused, ...(await storeApart(rows.slice(half), store, passes))]
}
