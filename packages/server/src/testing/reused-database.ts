import { sql } from 'kysely'
import { type Database, type Db, databaseOn } from '../db/connect'
import { EmbeddedServer, IN_MEMORY } from '../db/embedded'

/** An open server whose database stands as its template made it. */
interface Unused {
  readonly server: EmbeddedServer
  /** Names of tables, for a suite may have dropped some. */
  readonly tables: string
}

/** A suite may open many; what waits for the next one takes memory. */
const MOST_UNUSED = 3
const unused: Unused[] = []

/**
 * An embedded database as the template makes it. Opening one takes seconds of a processor, emptying it a fraction,
 * and the code inside stays compiled: closing it makes it ready for the next suite of this process.
 */
export async function reusedDatabase(template: Uint8Array<ArrayBuffer>): Promise<Database> {
  const taken = unused.pop() ?? (await opened(template))
  const database = databaseOn(taken.server)
  return {
    ...database,
    async close() {
      await database.close()
      if (unused.length < MOST_UNUSED && (await isRestored(taken))) unused.push(taken)
      else await taken.server.close()
    },
  }
}

async function opened(template: Uint8Array<ArrayBuffer>): Promise<Unused> {
  const server = await EmbeddedServer.open({ folder: IN_MEMORY, template })
  return within(server, async (db) => {
    await sql.raw(KEEP_ROWS).execute(db)
    return { server, tables: await tablesOf(db) }
  })
}

async function isRestored({ server, tables }: Unused): Promise<boolean> {
  return within(server, async (db) => {
    await sql.raw(RESTORE).execute(db)
    // what was counted of changes counts for the housekeeping of the next suite
    await sql`select pg_stat_force_next_flush()`.execute(db)
    await sql`select pg_stat_reset()`.execute(db)
    return (await tablesOf(db)) === tables
  })
}

async function within<T>(server: EmbeddedServer, work: (db: Db) => Promise<T>): Promise<T> {
  const database = databaseOn(server)
  try {
    return await work(database.kysely)
  } finally {
    await database.close()
  }
}

async function tablesOf(db: Db): Promise<string> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(relname, ' ' order by relname) as names
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db)
  return rows[0]?.names ?? ''
}

/** The rows that migrations made, as copies; which tables there were, and how far numbers had come. */
const KEEP_ROWS = `
do $$
declare found regclass; has_rows boolean;
begin
  create schema kept;
  create table kept."every table" as
    select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace;
  create table kept."every sequence" as
    select sequencename, last_value from pg_sequences;
  for found in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('select exists (select from %s)', found) into has_rows;
    if has_rows then execute format('create table kept.%1$s as table %1$s', found); end if;
  end loop;
end $$`

/** Tables made since go (partitions, most of all), rows too, and numbers are given again. */
const RESTORE = `
do $$
declare found regclass; has_rows boolean; filled text[] := '{}'; name text;
begin
  set local session_replication_role = replica;
  for name in
    select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not in (select relname from kept."every table")
  loop
    execute format('drop table if exists public.%I cascade', name);
  end loop;
  for found in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('select exists (select from %s)', found) into has_rows;
    if has_rows then filled := filled || found::text; end if;
  end loop;
  if filled <> '{}' then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  for name in
    select relname from pg_class where relnamespace = 'kept'::regnamespace and relname not like 'every %'
  loop
    execute format('insert into public.%1$I overriding system value select * from kept.%1$I', name);
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(was.last_value, 1), was.last_value is not null)
    from kept."every sequence" was join pg_sequences using (sequencename);
end $$`
