import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { EmbeddedServer } from './embedded'
import { instantPlugin } from './instant-plugin'
import { CopyRows, kyselyPool } from './pool'
import type { Tables } from './tables'
import { valueTypes } from './value-types'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type DatabaseOptions = EmbeddedDatabase | PostgresqlDatabase

export interface EmbeddedDatabase {
  /** Holds the lock and, in `database`, the files; `:memory:` keeps nothing. */
  readonly folder: string
  /** A dumped database to begin with where there is none yet. */
  readonly template?: Uint8Array<ArrayBuffer>
  /** Called at most once, when the embedded database can serve no more: the process should end and start again. */
  readonly onBroken?: (error: Error) => void
}

interface PostgresqlDatabase {
  readonly databaseUrl: string
  /** Most connections at a time, sessions apart. */
  readonly connections?: number
}

/** A database in use. */
export interface Database {
  readonly kind: 'embedded' | 'postgresql'
  readonly kysely: Db
  /**
   * A connection that keeps its temporary tables. The statements make them (`create temp table if not exists
   * …`) and run again whenever the connection had to be renewed. The embedded database has one shared
   * session, so there the tables are seen by all.
   */
  openSession(statements: readonly string[]): Promise<Session>
  /** How often the disk has been written; `null` where the server is another program. */
  fsyncCount(): number | null
  /** The whole database as a template for others; embedded only. */
  dump(): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

export interface Session {
  readonly kysely: Db
  close(): Promise<void>
}

const CONNECTIONS = 10
// Code that requests a connection while holding the only one would wait for ever.
const EMBEDDED_WAIT_MS = 120_000

/** Where a server keeps its rows. */
export interface DatabaseSettings {
  /** `null`: the embedded database, in the data folder. */
  readonly databaseUrl: string | null
  readonly dataFolder: string
}

/** Which database a server with these settings has. */
export function databaseOf(settings: DatabaseSettings): DatabaseOptions {
  const { databaseUrl, dataFolder } = settings
  return databaseUrl === null ? { folder: dataFolder } : { databaseUrl }
}

/** Opens the database; the schema is brought up to date by `migrateToLatest`. */
export async function connect(options: DatabaseOptions): Promise<Database> {
  return 'databaseUrl' in options ? connectPostgresql(options) : connectEmbedded(options)
}

/**
 * Runs `copy … from stdin` inside a transaction.
 * @param chunks the rows in the format that the statement names, cut anywhere
 */
export async function copyBinary(
  trx: Trx,
  statement: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(statement, [new CopyRows(chunks)]))
}

async function connectPostgresql({
  databaseUrl,
  connections = CONNECTIONS,
}: PostgresqlDatabase): Promise<Database> {
  const open = (max: number) =>
    new pg.Pool({ connectionString: databaseUrl, max, types: valueTypes, onConnect: setUp })
  const kysely = kyselyOn(open(connections))
  try {
    await sql`select 1`.execute(kysely)
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  return {
    kind: 'postgresql',
    kysely,
    async openSession(statements) {
      const session = kyselyOn(open(1), () => statements)
      await sql`select 1`.execute(session)
      return { kysely: session, close: () => session.destroy() }
    },
    fsyncCount: () => null,
    dump: () => Promise.reject(new Error('only the embedded database can be dumped')),
    close: () => kysely.destroy(),
  }
}

async function connectEmbedded(options: EmbeddedDatabase): Promise<Database> {
  const server = await EmbeddedServer.open(options)
  const database = databaseOn(server)
  return {
    ...database,
    async close() {
      await database.close()
      await server.close()
    },
  }
}

/** A database in use on a server of this process, which stays open when the database is closed. */
export function databaseOn(server: EmbeddedServer): Database {
  const sessions = new Set<readonly string[]>()
  const pool = new pg.Pool({
    stream: () => server.connect(),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_WAIT_MS,
    types: valueTypes,
    // the environment's settings for other clients are not for this one
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  const kysely = kyselyOn(pool, () => [...sessions].flat())
  return {
    kind: 'embedded',
    kysely,
    async openSession(statements) {
      await kysely.connection().execute(async (connection) => {
        for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement))
      })
      sessions.add(statements)
      return {
        kysely,
        close: async () => {
          sessions.delete(statements)
        },
      }
    },
    fsyncCount: () => server.fsyncCount(),
    dump: () => kysely.connection().execute(() => server.dump()),
    close: () => kysely.destroy(),
  }
}

/** Renames columns only: looking for documents to rename inside the values would double the time of reading scans. */
class ColumnNames extends CamelCasePlugin {
  protected override mapRow(row: Record<string, unknown>): Record<string, unknown> {
    const renamed: Record<string, unknown> = {}
    for (const name of Object.keys(row)) renamed[this.camelCase(name)] = row[name]
    return renamed
  }
}

function kyselyOn(pool: pg.Pool, statements: () => readonly string[] = () => []): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool, statements) }),
    plugins: [instantPlugin(), new ColumnNames()],
  })
}

// Days, hours and the parsing of instants rest on the session's zone. Pages lie in memory or on an SSD: with the cost of
// a turning disk whole tables are read to find the days of a hundred stores.
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres'; set random_page_cost to 1.1`,
  )
}
