import { CamelCasePlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import type { Db } from './connect'
import { INSTANT_COLUMNS } from './instant-plugin'
import { PLACEMENT, type Placement } from './placement'

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly position: number
  readonly isIdentity: boolean
  readonly isNullable: boolean
}
interface UniqueKey {
  readonly table: string
  readonly name: string
  readonly isPrimary: boolean
  readonly columns: readonly string[]
}
interface ForeignKey {
  readonly table: string
  readonly target: string
  readonly name: string
  readonly columns: readonly string[]
  readonly targetColumns: readonly string[]
  readonly onDelete: string
}

const names = new CamelCasePlugin() as unknown as { camelCase(name: string): string }
const placementOf = (table: string): Placement | undefined =>
  (PLACEMENT as Record<string, Placement>)[names.camelCase(table)]

describeEachDatabase('the schema on a cluster', (open) => {
  let columns: readonly Column[]
  let uniqueKeys: readonly UniqueKey[]
  let foreignKeys: readonly ForeignKey[]
  let db: Db

  beforeAll(async () => {
    db = await open()
    columns = await selectColumns(db)
    uniqueKeys = await selectUniqueKeys(db)
    foreignKeys = await selectForeignKeys(db)
  })

  test('every table has a placement, and every placement a table', () => {
    const tables = new Set(columns.map((column) => names.camelCase(column.table)))
    expect([...tables].sort()).toEqual(Object.keys(PLACEMENT).sort())
  })

  test('a spread table begins with the store it belongs to', () => {
    const first = columns.filter((column) => column.position === 1 && placementOf(column.table) === 'spread')
    expect(
      first.filter((column) => column.column !== 'store_id' || column.type !== 'int4' || column.isNullable),
    ).toEqual([])
    expect(first.length).toBeGreaterThan(0)
  })

  test('the primary key of a spread table begins with the store', () => {
    const spread = Object.entries(PLACEMENT).filter(([, placement]) => placement === 'spread')
    const keyed = uniqueKeys.filter((key) => key.isPrimary && key.columns[0] === 'store_id')
    const keyedTables = new Set(keyed.map((key) => names.camelCase(key.table)))
    expect(spread.map(([table]) => table).filter((table) => !keyedTables.has(table))).toEqual([])
  })

  test('every unique key of a spread table holds the store', () => {
    const keys = uniqueKeys.filter((key) => placementOf(key.table) === 'spread')
    expect(keys.filter((key) => !key.columns.includes('store_id'))).toEqual([])
  })

  test('ids are counted in bigint, also where another machine counts', () => {
    expect(columns.filter((column) => column.isIdentity && column.type !== 'int8')).toEqual([])
  })

  test('foreign keys reach only what a machine of the cluster can see', () => {
    expect(foreignKeys.filter((key) => !isForeignKeyAllowed(key))).toEqual([])
    expect(foreignKeys.length).toBeGreaterThan(0)
  })

  test('nothing is done by exclusion constraints, and by triggers only what keeps the rows of a local table as they are', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger where not tgisinternal
      union all select conname from pg_constraint where contype = 'x'`.execute(db)
    expect(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'audit_stays' },
      { name: 'audit_stays_whole' },
      { name: 'credit_entry_stays' },
      { name: 'credit_leg_stays' },
    ])
    expect(PLACEMENT.audit).toBe('local')
  })

  test('the columns that are written as instants are those of that type', () => {
    const instants = columns.filter((column) => column.type === 'timestamptz')
    expect([...new Set(instants.map((column) => names.camelCase(column.column)))].sort()).toEqual(
      [...INSTANT_COLUMNS].sort(),
    )
    const misnamed = columns.filter(
      (column) => INSTANT_COLUMNS.has(names.camelCase(column.column)) && column.type !== 'timestamptz',
    )
    expect(misnamed).toEqual([])
    expect(columns.filter((column) => column.type === 'timestamp')).toEqual([])
  })
})

/** Between spread tables only with the store on both sides and in the same place; never into a local table. */
function isForeignKeyAllowed(key: ForeignKey): boolean {
  const from = placementOf(key.table)
  const to = placementOf(key.target)
  if (to === 'everywhere') return true
  if (to === 'local') return from === 'local'
  const store = key.columns.indexOf('store_id')
  return from === 'spread' && store >= 0 && key.targetColumns[store] === 'store_id' && key.onDelete !== 'n'
}

const OURS = sql`c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%' and not c.relispartition`

async function selectColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as type, a.attnum as position,
      a.attidentity <> '' as is_identity, not a.attnotnull as is_nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by 1, 4`.execute(db)
  return rows
}

async function selectUniqueKeys(db: Db): Promise<UniqueKey[]> {
  const { rows } = await sql<UniqueKey>`
    select c.relname as "table", i.indexrelid::regclass::text as name, i.indisprimary as is_primary,
      array(select a.attname::text from unnest(i.indkey) with ordinality k(n, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where ${OURS} and i.indisunique order by 1, 2`.execute(db)
  return rows
}

async function selectForeignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as "table", target.relname as target, k.conname as name, k.confdeltype as on_delete,
      array(select a.attname::text from unnest(k.conkey) with ordinality u(n, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by place) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality u(n, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by place) as target_columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class target on target.oid = k.confrelid
    where ${OURS} and k.contype = 'f' and k.conparentid = 0 order by 1, 3`.execute(db)
  return rows
}
