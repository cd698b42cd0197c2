import type { StoreId } from '@coldkeep/domain/ids'
import { MOST_ROWS, MOST_STORES } from './first-stores'

/** How many stores are read together for a file: as many as a page reads for its tables of devices and of stores. */
export const storesAtOnce = { ofDevices: MOST_STORES, ofStores: MOST_ROWS } as const

/** What is read of stores, some of them at a time, in their order. */
export async function* readInBatches<Read>(
  storeIds: readonly StoreId[],
  atOnce: number,
  read: (storeIds: readonly StoreId[]) => Promise<Read>,
): AsyncGenerator<Read> {
  for (let first = 0; first < storeIds.length; first += atOnce) {
    yield await read(storeIds.slice(first, first + atOnce))
  }
}

/**
 * Rows in their order, so many at a time.
 * @param read those that come after one; null: the first
 */
export async function* readOnward<Row>(
  atOnce: number,
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(after)
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    after = last
  }
}
