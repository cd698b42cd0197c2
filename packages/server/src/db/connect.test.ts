import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { copyBinary, type Database, type Db } from './connect'
import { isTransient } from './transient'

const STAGE = ['create temp table if not exists stage (id int) on commit delete rows']

describeEachKind('a connected database', (kind) => {
  let database: Database
  let db: Db
  const backend = async (connection: Db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection)
    return rows[0]?.pid
  }

  beforeAll(async () => {
    database = await testDatabase(kind)
    db = database.kysely
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await db.deleteFrom('vendor').execute()
  })

  test('names in code are names of the database in another spelling, and documents keep theirs', async () => {
    await db.insertInto('vendor').values({ name: 'Polar Care' }).execute()
    const { rows } =
      await sql`select vendor_id > 0 as has_vendor_id, '{"a_b": 1}'::jsonb as some_document from vendor`.execute(
        db,
      )
    expect(rows).toEqual([{ hasVendorId: true, someDocument: { a_b: 1 } }])
  })

  test('changed rows are counted', async () => {
    const inserted = await db
      .insertInto('vendor')
      .values([{ name: 'A' }, { name: 'B' }])
      .executeTakeFirst()
    expect(inserted.numInsertedOrUpdatedRows).toBe(2n)
    const deleted = await db.deleteFrom('vendor').where('name', '=', 'A').executeTakeFirst()
    expect(deleted.numDeletedRows).toBe(1n)
  })

  test('a transaction that throws leaves nothing', async () => {
    const broken = db.transaction().execute(async (trx) => {
      await trx.insertInto('vendor').values({ name: 'Polar Care' }).execute()
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await db.selectFrom('vendor').selectAll().execute()).toEqual([])
  })

  test('an error carries the state and the constraint that PostgreSQL names', async () => {
    await db.insertInto('vendor').values({ name: 'Polar Care' }).execute()
    const again = db.insertInto('vendor').values({ name: 'Polar Care' }).execute()
    await expect(again).rejects.toMatchObject({
      code: '23505',
      constraint: 'vendor_name_key',
      table: 'vendor',
    })
  })

  test('many at once get their turn, in a transaction or without', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => i)
    await Promise.all(
      ids.map((i) =>
        i % 2 === 0
          ? db
              .insertInto('vendor')
              .values({ name: `vendor ${i}` })
              .execute()
          : db.transaction().execute((trx) =>
              trx
                .insertInto('vendor')
                .values({ name: `vendor ${i}` })
                .execute(),
            ),
      ),
    )
    const { count } = await db
      .selectFrom('vendor')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(40)
  })

  test('a session keeps its staging table over transactions, empty at each beginning', async () => {
    const session = await database.openSession(STAGE)
    const stageTwo = () =>
      session.kysely.transaction().execute(async (trx) => {
        const { rows: before } = await sql`select id from stage`.execute(trx)
        await copyBinary(trx, 'copy stage (id) from stdin', [Buffer.from('1\n'), Buffer.from('2\n')])
        const { rows } = await sql<{ id: number }>`select id from stage order by id`.execute(trx)
        return { before, after: rows.map((row) => row.id) }
      })
    expect(await stageTwo()).toEqual({ before: [], after: [1, 2] })
    expect(await stageTwo()).toEqual({ before: [], after: [1, 2] })
    await session.close()
  })

  test('rows of any size are read whole', async () => {
    const { rows } = await sql<{
      words: string
    }>`select repeat('cold ', 300000) as words from generate_series(1, 5)`.execute(db)
    expect(rows.map((row) => row.words.length)).toEqual([
      1_500_000, 1_500_000, 1_500_000, 1_500_000, 1_500_000,
    ])
  })

  if (kind === 'postgresql') {
    test('a connection that is cut fails its transaction in passing and is replaced', async () => {
      const cut = db.transaction().execute(async (trx) => {
        const pid = await backend(trx as unknown as Db)
        await sql`select pg_terminate_backend(${pid})`.execute(db)
        await trx.insertInto('vendor').values({ name: 'Polar Care' }).execute()
      })
      expect(isTransient(await cut.catch((error: unknown) => error))).toBe(true)
      expect(await db.selectFrom('vendor').selectAll().execute()).toEqual([])
    })

    test('a session has a connection of its own, and makes its tables again on the next one', async () => {
      const session = await database.openSession(STAGE)
      const first = await backend(session.kysely)
      expect(await backend(db)).not.toBe(first)
      await sql`select pg_terminate_backend(${first})`.execute(db)
      const staged = () => sql`select * from stage`.execute(session.kysely)
      // The news of the cut reaches the session with its next statement, or before.
      const rows = await staged().catch((error: unknown) => {
        expect(isTransient(error)).toBe(true)
        return staged()
      })
      expect(rows.rows).toEqual([])
      expect(await backend(session.kysely)).not.toBe(first)
      await session.close()
    })

    test('a session whose next connection breaks before its tables are made tries another one', async () => {
      await sql`create table gate (open int)`.execute(db)
      await sql`insert into gate values (1)`.execute(db)
      const session = await database.openSession(['select 1 / count(*) from gate'])
      const first = await backend(session.kysely)
      await sql`delete from gate`.execute(db)
      await sql`select pg_terminate_backend(${first})`.execute(db)
      await expect.poll(() => backend(session.kysely).catch(String)).toContain('division by zero')
      await expect(backend(session.kysely)).rejects.toThrow('division by zero')
      await sql`insert into gate values (1)`.execute(db)
      expect(await backend(session.kysely)).not.toBe(first)
      await session.close()
      await sql`drop table gate`.execute(db)
    })
  }
})
