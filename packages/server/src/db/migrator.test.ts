import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { describeEachKind, emptyDatabase } from '../testing/test-database'
import type { Database } from './connect'
import { migrateToLatest } from './migrator'

describeEachKind('migrations', (kind) => {
  let database: Database
  afterEach(() => database.close())

  test('an empty database gets every table, step by step and once', async () => {
    database = await emptyDatabase(kind)
    const reported: string[] = []
    const steps = await migrateToLatest(database.kysely, (step) => reported.push(step.name))
    expect(reported[0]).toBe('0001_organisation')
    expect(reported).toEqual([...reported].sort())
    expect(steps.map((step) => step.name)).toEqual(reported)
    expect(steps.every((step) => step.durationMs > 0)).toBe(true)
    expect(await database.kysely.selectFrom('scan').selectAll().execute()).toEqual([])
    expect(await migrateToLatest(database.kysely)).toEqual([])
  })

  test('a migration that fails leaves nothing of those before it', async () => {
    database = await emptyDatabase(kind)
    await sql`create table account (in_the_way int)`.execute(database.kysely)
    await expect(migrateToLatest(database.kysely)).rejects.toThrow('relation "account" already exists')
    const { rows } = await sql`select to_regclass('department') as department`.execute(database.kysely)
    expect(rows).toEqual([{ department: null }])
    await sql`drop table account`.execute(database.kysely)
    expect((await migrateToLatest(database.kysely)).length).toBeGreaterThan(3)
  })

  test('servers that start at once do not migrate twice', async () => {
    database = await emptyDatabase(kind)
    const steps = await Promise.all([migrateToLatest(database.kysely), migrateToLatest(database.kysely)])
    expect(steps.map((made) => made.length).sort((a, b) => a - b)[0]).toBe(0)
  })
})
