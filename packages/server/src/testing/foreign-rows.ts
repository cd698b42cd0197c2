import type { DeviceId } from '@coldkeep/domain/ids'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect'
import { insertPausedUpdate, insertReleased } from './plant/plant-updates'
import { plantUpkeep } from './plant/plant-upkeep'
import type { TestServer } from './test-server'

/** Words and numbers that stand in rows of department South, or of withheld equipment, and nowhere else. */
export const marks = [
  'Cedar_Road',
  'Dogwood Alley',
  'Minami',
  'South freezer',
  'South meter',
  'south.example',
  'said in the south',
  '77.125',
  'South box',
  'Withheld room',
] as const

/** Gives South things to be seen by everyone who should not, and North a walk-in room that is withheld from Nora. */
export async function markForeignRows(server: TestServer): Promise<void> {
  const { db, fleet, clock } = server
  const { birch, cedar, dogwood } = fleet.stores
  const now = clock.now()
  const at = later(now, -minutes(30))
  await db
    .updateTable('device')
    .set({ name: 'Withheld room', type: 'walk_in' })
    .where('deviceId', '=', birch.freezer.deviceId)
    .execute()
  for (const { storeId, terminalId, freezer, meter } of [cedar, dogwood]) {
    for (const [{ deviceId }, name] of [
      [freezer, 'South freezer'],
      [meter, 'South meter'],
    ] as const) {
      await db.updateTable('device').set({ name }).where('deviceId', '=', deviceId).execute()
    }
    const times = { startedAt: at, raisedAt: at, lastRaisedAt: at, changedAt: at, announcedAt: at }
    const place = { storeId, terminalId, deviceId: freezer.deviceId, pointId: freezer.pointIds[0] ?? null }
    const warm = { branch: 'high', state: 'unacknowledged', priority: 1, value: 77.125, limitValue: -15 }
    const { alarmId } = await db
      .insertInto('alarm')
      .values({ ...place, ...times, ...warm })
      .returning('alarmId')
      .executeTakeFirstOrThrow()
    const said = {
      kind: 'raised',
      at,
      recordedAt: at,
      accountId: fleet.accounts.south,
      accountName: 'Minami',
    }
    await db
      .insertInto('alarmEvent')
      .values({ storeId, alarmId, ...said, reason: 'said in the south' })
      .execute()
    await db
      .insertInto('terminalEvent')
      .values({
        storeId,
        terminalId,
        epoch: 'e',
        sequence: 1,
        kind: 'start',
        at,
        receivedAt: at,
        detail: { note: 'said in the south' },
      })
      .execute()
    await db
      .insertInto('audit')
      .values({
        at,
        accountId: fleet.accounts.south,
        accountName: 'Minami',
        storeId,
        departmentId: null,
        kind: 'session.begin',
        subject: terminalId,
        outcome: 'done',
        detail: { note: 'said in the south' },
      })
      .execute()
  }
  for (const { storeId } of [cedar, dogwood])
    await plantUpkeep(server, { storeId, deviceId: null, text: 'said in the south' })
  const room = { storeId: birch.storeId, deviceId: birch.freezer.deviceId, text: 'Withheld room' }
  await plantUpkeep(server, room)
  await markUpdates(server)
  const target = { name: 'desk@south.example', channel: 'email' as const, address: 'desk@south.example' }
  const whom = { accountId: null, groupDepartmentId: fleet.south, departmentIds: [fleet.south] }
  const what = { kinds: ['limit' as const], lowestRank: 4, zone: 'Asia/Tokyo', language: 'ja' as const }
  const quiet = {
    quietFromMinute: null,
    quietUntilMinute: null,
    switchedOffBecause: null,
    oldSecretUntil: null,
    ownerId: fleet.accounts.south,
  }
  await db
    .insertInto('noticeTarget')
    .values({ ...target, ...whom, ...what, ...quiet })
    .execute()
}

/** A job of both departments, the first, and one of South alone. */
async function markUpdates(server: TestServer): Promise<void> {
  const { alder, cedar, dogwood } = server.fleet.stores
  const imageId = await insertReleased(server, '1.2.0')
  const foreign = [cedar, dogwood].map((store) => ({ store, wave: 1, state: 'failed' as const }))
  const about = { kind: 'hardware' as const, name: 'South box' }
  const pausedFor = { kind: 'failed_count' as const, failed: 2, terminals: 2, about }
  const own = { store: alder, wave: 2, state: 'waiting' as const }
  await insertPausedUpdate(server, { imageId, pausedFor, targets: [...foreign, own], note: '' })
  await insertPausedUpdate(server, { imageId, pausedFor, targets: foreign, note: 'said in the south' })
}

/** Of every table with rows that belong to someone: how many of them are not Nora's, and a sum over them. */
export interface ForeignRows {
  readonly rows: number
  readonly sums: ReadonlyMap<string, string>
}

/** Looks at all rows of South, of the company above both, of other accounts, and of the categories of rights. */
export async function readForeignRows({ db, fleet }: TestServer, knownBefore: number): Promise<ForeignRows> {
  const parts = await sumsOf(db, ownersOf(fleet))
  for (const table of ['page_permission_type', 'device_permission_type']) {
    parts.push(sql`select ${table}, count(*)::int, md5(string_agg(t::text, '|' order by t::text))
      from ${sql.table(table)} t where ${sql.ref(`t.${table}_id`)} <= ${knownBefore}`)
  }
  return readSums(db, parts)
}

/** Looks at all rows that name one of such devices, their points or lists of points. */
export async function readRowsOf(db: Db, devices: readonly DeviceId[]): Promise<ForeignRows> {
  const points = await db
    .selectFrom('point')
    .where('deviceId', 'in', devices)
    .select('pointId as id')
    .execute()
  const lists = await db
    .selectFrom('pointList')
    .where('deviceId', 'in', devices)
    .select('pointListId as id')
    .execute()
  const texts = (ids: readonly (string | number)[]) => ids.map(String)
  return readSums(
    db,
    await sumsOf(db, {
      device_id: texts(devices),
      point_id: texts(points.map(({ id }) => id)),
      point_list_id: texts(lists.map(({ id }) => id)),
    }),
  )
}

/** A query for each table with one of the columns, over the rows that have one of its values there. */
async function sumsOf(db: Db, owners: Owners): Promise<RawBuilder<unknown>[]> {
  const tables = await tablesWith(db, Object.keys(owners))
  return [...tables].map(([table, columns]) => {
    const owned = columns.map(
      (column) => sql`${sql.ref(`t.${column}`)}::text = any(${owners[column]}::text[])`,
    )
    // sealing gives rows of the audit their places in its chain
    const row = table === 'audit' ? sql`(to_jsonb(t) - 'position' - 'hash')::text` : sql`t::text`
    return sql`select ${table} as name, count(*)::int as count, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as sum
      from ${sql.table(table)} t where ${sql.join(owned, sql` or `)}`
  })
}

async function readSums(db: Db, parts: readonly RawBuilder<unknown>[]): Promise<ForeignRows> {
  const { rows } = await sql<{
    name: string
    count: number
    sum: string
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return {
    rows: rows.reduce((sum, { count }) => sum + count, 0),
    sums: new Map(rows.map(({ name, count, sum }) => [name, `${count} rows, ${sum}`])),
  }
}

/** Values that make a row somebody's, by column. */
type Owners = Readonly<Record<string, readonly string[]>>

function ownersOf(fleet: TestServer['fleet']): Owners {
  const stores = [fleet.stores.cedar, fleet.stores.dogwood]
  const devices = stores.flatMap(({ freezer, meter }) => [freezer, meter])
  const texts = (ids: readonly (string | number)[]) => ids.map(String)
  return {
    store_id: texts(stores.map(({ storeId }) => storeId)),
    terminal_id: texts(stores.map(({ terminalId }) => terminalId)),
    device_id: texts(devices.map(({ deviceId }) => deviceId)),
    point_id: texts(devices.flatMap(({ pointIds }) => pointIds)),
    point_list_id: texts(devices.map(({ pointListId }) => pointListId)),
    department_id: texts([fleet.company, fleet.south]),
    group_department_id: texts([fleet.company, fleet.south]),
    account_id: texts([fleet.accounts.admin, fleet.accounts.south]),
  }
}

async function tablesWith(db: Db, columns: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = any(${columns}) and not a.attisdropped order by 1, 2`.execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}
