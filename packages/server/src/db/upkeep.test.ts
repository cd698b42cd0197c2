import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import type { Database } from './connect'
import { tidyTables } from './upkeep'

describe('upkeep of the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase('embedded')
  })
  afterAll(() => database.close())

  test('a table that was written over and over is tidied once, and stays small', async () => {
    const { kysely } = database
    await sql`insert into vendor (name) select 'vendor ' || g from generate_series(1, 500) g`.execute(kysely)
    expect(await tidyTables(database)).toEqual(['vendor'])
    expect(await tidyTables(database)).toEqual([])
    for (let round = 0; round < 10; round++) {
      await sql`update vendor set name = name || '.'`.execute(kysely)
      expect(await tidyTables(database)).toEqual(['vendor'])
    }
    const { rows } = await sql<{ bytes: number; estimate: number }>`
      select pg_relation_size('vendor') as bytes, reltuples as estimate from pg_class where relname = 'vendor'`.execute(
      kysely,
    )
    // 5,000 dead rows would be some forty pages of 8 kB
    expect(rows[0]?.bytes).toBeLessThan(15 * 8192)
    expect(rows[0]?.estimate).toBe(500)
  })

  test('PostgreSQL does it by itself', async () => {
    expect(await tidyTables({ kind: 'postgresql', kysely: database.kysely })).toEqual([])
  })
})
