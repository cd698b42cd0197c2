import { epochMs } from '@coldkeep/domain/time/instant'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { type CopyColumns, type CopyRow, copyRows, encodeRows } from './binary-copy'
import type { Database } from './connect'

const COLUMNS = {
  rowId: 'int4',
  wide: 'int8',
  small: 'float4',
  large: 'float8',
  words: 'text',
  at: 'timestamptz',
  on: 'date',
  values: 'float4[]',
  counters: 'float8[]',
  bytes: 'bytea',
} as const satisfies CopyColumns
type Row = CopyRow<typeof COLUMNS>

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 6 })
const anyRow: fc.Arbitrary<Omit<Row, 'rowId'>> = fc.record({
  wide: maybe(fc.maxSafeInteger()),
  small: maybe(fc.float()),
  large: maybe(fc.double()),
  // PostgreSQL's text holds every character but U+0000
  words: maybe(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))),
  at: maybe(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }).map(epochMs)),
  on: maybe(
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
  values: maybe(fc.array(fc.float())),
  counters: maybe(fc.array(fc.double())),
  bytes: maybe(fc.uint8Array()),
})

test('one row has the bytes that the manual describes', () => {
  const [chunk] = [...encodeRows({ id: 'int4', name: 'text' } as const, [{ id: 258, name: null }])]
  const expected =
    '5047434f50590aff0d0a00' + // signature
    '00000000' +
    '00000000' + // flags, length of the header's extension
    '0002' +
    '00000004' +
    '00000102' +
    'ffffffff' + // two fields: 258, null
    'ffff' // end
  expect(Buffer.from(chunk!).toString('hex')).toBe(expected)
})

test('a number that its column cannot hold is refused', () => {
  const encode = (columns: CopyColumns, value: number) => () => [...encodeRows(columns, [{ value }])]
  expect(encode({ value: 'int4' }, 2 ** 31)).toThrow(RangeError)
  expect(encode({ value: 'int4' }, 1.5)).toThrow(RangeError)
  expect(encode({ value: 'int8' }, 2 ** 53)).toThrow(RangeError)
})

describeEachKind('binary COPY', (kind) => {
  let database: Database
  const write = (rows: readonly Row[]) =>
    database.kysely.transaction().execute((trx) => copyRows(trx, 'copied', COLUMNS, rows))
  const read = async (): Promise<Row[]> =>
    (await sql<Row>`select * from copied order by row_id`.execute(database.kysely)).rows

  beforeAll(async () => {
    database = await testDatabase(kind)
    await sql`create table copied (row_id int primary key, wide bigint, small real, large double precision, words text,
      at timestamptz, "on" date, values real[], counters double precision[], bytes bytea)`.execute(
      database.kysely,
    )
  })
  afterAll(() => database.close())

  test('every value comes back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 20 }), async (drawn) => {
        await sql`truncate copied`.execute(database.kysely)
        const rows = drawn.map((row, rowId) => ({ rowId, ...row }))
        await write(rows)
        expect((await read()).map(comparable)).toEqual(rows.map(comparable))
      }),
      { numRuns: 60 },
    )
  })

  test('a number beyond 2^53 is written from a bigint and read as text', async () => {
    await sql`truncate copied`.execute(database.kysely)
    const empty = {
      small: null,
      large: null,
      words: null,
      at: null,
      on: null,
      values: null,
      counters: null,
      bytes: null,
    }
    await write([{ rowId: 1, wide: 2n ** 60n - 1n, ...empty }])
    const { rows } = await sql<{ wide: string }>`select wide::text from copied`.execute(database.kysely)
    expect(rows).toEqual([{ wide: '1152921504606846975' }])
    await expect(read()).rejects.toThrow('1152921504606846975 does not fit a number; read it as text')
  })

  test('rows of many megabytes arrive whole', async () => {
    await sql`truncate copied`.execute(database.kysely)
    const bytes = new Uint8Array(3_000_000).fill(7)
    const rows = Array.from({ length: 30_000 }, (_, rowId) => ({
      rowId,
      wide: rowId,
      small: null,
      large: rowId / 3,
      words: `row ${rowId}`,
      at: epochMs(1_800_000_000_000 + rowId),
      on: '2026-11-21',
      values: [rowId, Number.NaN],
      counters: [],
      bytes: rowId === 29_999 ? bytes : null,
    }))
    await write(rows)
    const { rows: found } = await sql`
      select count(*) as n, sum(wide) as wide, max(length(bytes)) as bytes from copied`.execute(
      database.kysely,
    )
    // 0 + 1 + … + 29,999
    expect(found).toEqual([{ n: 30_000, wide: 449_985_000, bytes: 3_000_000 }])
  })

  test('a refused row leaves the transaction as it was before, and the connection usable', async () => {
    await sql`truncate copied`.execute(database.kysely)
    const row = {
      wide: 1,
      small: 1,
      large: 1,
      words: '',
      at: null,
      on: null,
      values: [],
      counters: [],
      bytes: null,
    }
    await expect(
      write([
        { rowId: 1, ...row },
        { rowId: 1, ...row },
      ]),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await read()).toEqual([])
    await expect(
      database.kysely.transaction().execute((trx) => copyRows(trx, 'nowhere', COLUMNS, [])),
    ).rejects.toMatchObject({ code: '42P01' })
    await write([{ rowId: 1, ...row }])
    expect(await read()).toHaveLength(1)
  })

  test('rows that fail while they are made undo what was sent', async () => {
    await sql`truncate copied`.execute(database.kysely)
    const row = {
      wide: 1,
      small: 1,
      large: 1,
      words: '',
      at: null,
      on: null,
      values: [],
      counters: [],
      bytes: null,
    }
    function* broken() {
      yield { rowId: 1, ...row }
      throw new Error('no more rows')
    }
    const failed = database.kysely.transaction().execute((trx) => copyRows(trx, 'copied', COLUMNS, broken()))
    await expect(failed).rejects.toThrow('no more rows')
    expect(await read()).toEqual([])
  })
})

/**
 * Typed arrays and buffers as plain lists, so that only the values are compared. A `real` is read as the shortest
 * decimal that rounds to it: both sides are rounded to its width.
 */
function comparable(row: Row): unknown {
  const list = (values: ArrayLike<number> | null) => values && Array.from(values)
  return {
    ...row,
    small: row.small === null ? null : Math.fround(row.small),
    values: list(row.values)?.map(Math.fround) ?? null,
    counters: list(row.counters),
    bytes: list(row.bytes),
  }
}
