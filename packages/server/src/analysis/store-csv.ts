import type { CsvChoice } from '@coldkeep/contract/wire/table-csv'
import type { StoreId } from '@coldkeep/domain/ids'
import type { FileAnswer } from '../calls/answers'
import type { Db } from '../db/connect'
import { readInBatches, storesAtOnce } from '../filters/store-batches'
import { type StoreFilter, selectStoresByName } from '../filters/store-name-queries'
import { type TableHead, type TableRow, tableCsv } from '../wording/table-csv'
import type { Words } from '../wording/words'

type ReadRows = (storeIds: readonly StoreId[]) => Promise<readonly TableRow[]>

/** What a file of a table is made of. */
interface CsvParts {
  readonly head: TableHead
  readonly choice: CsvChoice
  /** The rows of some stores, in their order. */
  readonly read: ReadRows
}

/** A file of the devices of all stores of a filter, by the names of the stores. */
export async function csvOfDevices(
  db: Db,
  filter: StoreFilter,
  { head, choice, read }: CsvParts,
  { language }: Words,
): Promise<FileAnswer> {
  const storeIds = await selectStoresByName(db, filter, language)
  const batches = readInBatches(storeIds, storesAtOnce.ofDevices, read)
  return { from: 'batches', batches: tableCsv(head, choice, batches) }
}

/** A file with a row for each of some stores, in their order. */
export function csvOfStores(storeIds: readonly StoreId[], { head, choice, read }: CsvParts): FileAnswer {
  const batches = readInBatches(storeIds, storesAtOnce.ofStores, read)
  return { from: 'batches', batches: tableCsv(head, choice, batches) }
}
