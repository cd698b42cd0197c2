import { Problem } from '@coldkeep/contract/problem'
import type { WireTable } from '@coldkeep/contract/wire/table'
import { type CsvChoice, csvHead, csvRow } from '@coldkeep/contract/wire/table-csv'

/** A table without its rows. */
export type TableHead = Pick<WireTable, 'header' | 'filterIndex'>
export type TableRow = WireTable['data'][number]

/**
 * All rows of a table as comma-separated text, in the columns that the reader has and through the filter that they have
 * set, made batch by batch.
 * @throws Problem `request.malformed` for a column that the table lacks
 */
export function tableCsv(
  { header, filterIndex }: TableHead,
  choice: CsvChoice,
  batches: AsyncIterable<readonly TableRow[]>,
): AsyncIterable<string> {
  const places = choice.columns ?? [...header.keys()]
  const columns = places.map((place) => {
    const column = header[place]
    if (column === undefined) throw new Problem('request.malformed', {}, { 'query.columns': 'range' })
    return { title: column.value, kind: column.kind, unit: column.unit }
  })
  const passed = choice.filter && new Set(choice.filter)
  const passes = ({ tag, value }: TableRow) =>
    passed === undefined || filterIndex === null || passed.has(tag ?? String(value[filterIndex] ?? ''))
  const lineOf = ({ value }: TableRow) =>
    csvRow(
      columns,
      places.map((place) => value[place] ?? null),
    )
  return linesOf()

  async function* linesOf(): AsyncGenerator<string> {
    yield csvHead(columns)
    for await (const rows of batches) yield rows.filter(passes).map(lineOf).join('')
  }
}

/** What is made of each batch. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<From>,
  make: (batch: From) => To,
): AsyncGenerator<To> {
  for await (const batch of batches) yield make(batch)
}

/** What is there at once. */
export async function* oneBatch<Batch>(batch: Batch): AsyncGenerator<Batch> {
  yield batch
}
