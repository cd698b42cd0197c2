import type { AnyCall, CallTarget } from '@coldkeep/contract/call'
import type { CsvChoice } from '@coldkeep/contract/wire/table-csv'
import { readFile } from '../../api/read-file'
import type { TargetInput } from '../../api/transport'
import type { ReadCsv } from '../../parts/ServedTable'

/**
 * Reads the file of a table from a call, for the same inquiry as its page.
 * @param query `null` until the filter is complete
 */
export function csvReader<C extends AnyCall>(
  call: C,
  query: Omit<CallTarget<C>['query'], keyof CsvChoice>,
): ReadCsv
export function csvReader<C extends AnyCall>(
  call: C,
  query: Omit<CallTarget<C>['query'], keyof CsvChoice> | null,
): ReadCsv | undefined
export function csvReader<C extends AnyCall>(
  call: C,
  query: Omit<CallTarget<C>['query'], keyof CsvChoice> | null,
): ReadCsv | undefined {
  if (query === null) return undefined
  return (choice, signal) => readFile(call, { query: { ...query, ...choice } } as TargetInput<C>, signal)
}
