import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachKind, testDatabase } from '../testing/test-database'
import type { Database } from './connect'
import { isPassing, isRefusedValue } from './passing-error'
import { storeApart } from './store-apart'

describeEachKind('rows that are stored together', (kind) => {
  let database: Database
  let statements = 0
  beforeAll(async () => {
    database = await testDatabase(kind)
    await sql`create table apart (n int not null)`.execute(database.kysely)
  })
  beforeEach(async () => {
    statements = 0
    await sql`truncate apart`.execute(database.kysely)
  })
  afterAll(async () => {
    await sql`drop table apart`.execute(database.kysely)
    await database.close()
  })

  const store = async (some: readonly string[]) => {
    statements++
    await sql`insert into apart select * from unnest(${some}::int[])`.execute(database.kysely)
  }
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`select n from apart order by n`.execute(database.kysely)
    return rows.map(({ n }) => n)
  }

  test('cost one statement where nothing is wrong, none where there is nothing', async () => {
    expect(await storeApart(['1', '2', '3'], store)).toEqual([])
    expect(await storeApart([], store)).toEqual([])
    expect(statements).toBe(1)
    expect(await stored()).toEqual([1, 2, 3])
  })

  test('are all stored but those that the database refuses, which are named in their order', async () => {
    const rows = Array.from({ length: 16 }, (_, i) => (i === 3 ? '3000000000' : i === 12 ? 'x' : String(i)))
    const refused = await storeApart(rows, store)
    expect(refused.map(({ row }) => row)).toEqual(['3000000000', 'x'])
    expect(refused.every(({ error }) => isRefusedValue(error) && !isPassing(error))).toBe(true)
    expect(await stored()).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15])
    // all, both halves, and of each half three times both halves
    expect(statements).toBe(15)
  })

  test('a constraint is no refusal of the value, and stands alone all the same', async () => {
    await sql`alter table apart add constraint small check (n < 5)`.execute(database.kysely)
    const refused = await storeApart(['1', '7', '2'], store)
    await sql`alter table apart drop constraint small`.execute(database.kysely)
    expect(refused.map(({ row, error }) => [row, isRefusedValue(error)])).toEqual([['7', false]])
    expect(await stored()).toEqual([1, 2])
  })

  test('an error that passes goes to the caller', async () => {
    const away = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
    await expect(
      storeApart(['1', '2'], async () => {
        throw away
      }),
    ).rejects.toBe(away)
  })
})
