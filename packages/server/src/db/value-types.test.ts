import { epochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import type { Db } from './connect'
import { sqlInstant } from './instants'

// 2026-11-21T02:04:05.678Z: 20,778 days, 7,445 s and 678 ms after 1970
const AT = epochMs(1_795_226_645_678)

describeEachDatabase('values of the database', (open) => {
  let db: Db
  const read = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]?.value

  beforeAll(async () => {
    db = await open()
  })

  test.each([
    [`timestamptz '2026-11-21 02:04:05.678Z'`, AT],
    [`timestamptz '2026-11-21 10:04:05.678+08'`, AT],
    [`timestamptz '2026-11-21 02:04:05.6789Z'`, AT],
    [`timestamptz '1970-01-01 00:00:00Z'`, 0],
    [`timestamptz '1969-12-31 23:59:59.999Z'`, -1],
    [`array[timestamptz '1970-01-01 00:00:01Z', null]`, [1000, null]],
    [`date '2026-11-21'`, '2026-11-21'],
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ['count(*)', 1],
    ['array[1, null, 3]::bigint[]', [1, null, 3]],
    [`'{}'::bigint[]`, []],
    ['12.50::numeric', 12.5],
    [`array[1.5, 'NaN', -0.25]::real[]`, [1.5, Number.NaN, -0.25]],
    [`array[0.1, 'NaN', null]::double precision[]`, [0.1, Number.NaN, Number.NaN]],
    [`'{}'::real[]`, []],
    [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [`'{"snake_case": [1, null]}'::jsonb`, { snake_case: [1, null] }],
    [`array['a', 'b,c']`, ['a', 'b,c']],
    ['true', true],
    ['null::timestamptz', null],
  ])('%s is read as %j', async (expression, value) => {
    expect(await read(expression)).toEqual(value)
  })

  test('a whole number beyond 2^53 is not rounded but refused, unless it is read as text', async () => {
    await expect(read('9007199254740993::bigint')).rejects.toThrow('read it as text')
    await expect(read('(-9007199254740993)::bigint')).rejects.toThrow('read it as text')
    expect(await read('9007199254740993::bigint::text')).toBe('9007199254740993')
  })

  test('infinity is no instant', async () => {
    await expect(read(`'infinity'::timestamptz`)).rejects.toThrow('infinity is no instant')
  })

  test('days and hours of a query are in UTC', async () => {
    expect(await read(`current_setting('TimeZone')`)).toBe('UTC')
    expect(await read(`date_trunc('day', timestamptz '2026-11-21 02:04:05Z')`)).toBe(AT - 7_445_678)
  })

  test('epoch milliseconds are written as an instant wherever a column takes one', async () => {
    const hour = epochMs(1_795_226_400_000)
    const nextHour = epochMs(1_795_230_000_000)
    await db.insertInto('serverHour').values({ hour, listening: '1' }).execute()
    await db
      .insertInto('serverHour')
      .values([{ hour: nextHour, listening: sql<string>`2` }])
      .onConflict((conflict) => conflict.column('hour').doUpdateSet({ hour: nextHour }))
      .execute()
    const hours = (query: { execute(): Promise<{ hour: number }[]> }) =>
      query.execute().then((rows) => rows.map((row) => row.hour))
    const all = db.selectFrom('serverHour').select('hour').orderBy('hour')
    expect(await hours(all)).toEqual([hour, nextHour])
    expect(await hours(all.where('hour', '>', hour))).toEqual([nextHour])
    expect(await hours(all.where('serverHour.hour', 'in', [hour]))).toEqual([hour])
    expect(await hours(all.where((eb) => eb.between('hour', hour, epochMs(hour + 1))))).toEqual([hour])
    expect(await hours(all.where((eb) => eb.or([eb('hour', '=', hour), eb('hour', '<', hour)])))).toEqual([
      hour,
    ])
    expect(await hours(all.where(sql<boolean>`hour = ${sqlInstant(nextHour)}`))).toEqual([nextHour])
    const later = epochMs(nextHour + 1)
    await db.updateTable('serverHour').set({ hour: later }).where('hour', '=', nextHour).execute()
    expect(await hours(all)).toEqual([hour, later])
  })

  test('a bare number in a text of SQL is refused instead of being taken for another instant', async () => {
    const count = sql`select count(*) from server_hour where hour < ${AT}`
    await expect(count.execute(db)).rejects.toMatchObject({ code: '22008' })
  })
})
