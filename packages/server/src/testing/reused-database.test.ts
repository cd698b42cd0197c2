import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { testDatabase } from './test-database'

/** Rows of a table, the number that its next row would have, and partitions beyond those of a new database. */
async function stateOf({ kysely }: Database) {
  const { rows } = await sql<{ vendors: number; migrations: number; tables: number }>`
    select (select count(*) from vendor)::int as vendors, (select count(*) from kysely_migration)::int as migrations,
      (select count(*) from pg_class where relkind in ('r', 'p')
        and relnamespace = 'public'::regnamespace)::int as tables`.execute(kysely)
  return rows[0]
}

test('what a suite did to an embedded database is gone for the next one', async () => {
  const first = await testDatabase('embedded')
  const fresh = await stateOf(first)
  expect(fresh).toMatchObject({ vendors: 0 })
  const add = (database: Database) =>
    sql<{ vendor_id: number }>`insert into vendor (name) values ('Kept') returning vendor_id`.execute(
      database.kysely,
    )
  const [one] = (await add(first)).rows
  await sql`create table left_over (a int); update kysely_migration set name = name || '!'`.execute(
    first.kysely,
  )
  await first.close()

  const second = await testDatabase('embedded')
  expect(await stateOf(second)).toEqual(fresh)
  const { rows } = await sql`select from kysely_migration where name like '%!'`.execute(second.kysely)
  expect(rows).toEqual([])
  expect((await add(second)).rows).toEqual([one])
  await sql`insert into device_permission_type (title, sees, writes) values ('Next', '{}', '{}')`.execute(
    second.kysely,
  )
  await sql`drop table audit cascade`.execute(second.kysely)
  await second.close()

  const third = await testDatabase('embedded')
  expect(await stateOf(third)).toEqual(fresh)
  await third.close()
})
