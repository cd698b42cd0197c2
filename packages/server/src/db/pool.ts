import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isConnectionLost } from './transient'

/** Given as the one parameter of a `copy … from stdin`, so that it runs inside the transaction of the query. */
export class CopyRows {
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>

  constructor(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    this.chunks = chunks
  }
}

/**
 * A pool of `pg` as Kysely wants it, with COPY among its queries.
 * @param statements run first on each new connection
 */
export function kyselyPool(pool: Pool, statements: () => readonly string[]): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  // A connection that breaks while it is lent out fails the query it runs; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    async connect() {
      const client = await pool.connect().catch(refusal)
      const known = clients.get(client)
      if (known !== undefined) return known
      const wrapped = kyselyClient(client)
      try {
        for (const statement of statements()) await client.query(statement)
      } catch (error) {
        // lent out for ever otherwise: a session has this one connection
        client.release(true)
        throw error
      }
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

/** @throws always */
function refusal(error: Error): never {
  if (error.message !== 'timeout exceeded when trying to connect') throw error
  const reason = 'no connection became free; inside a transaction every query must use that transaction'
  throw new Error(reason, { cause: error })
}

function kyselyClient(client: PoolClient): PostgresPoolClient {
  let isLost = false
  const query = async <Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> => {
    const [first] = parameters
    try {
      const result =
        first instanceof CopyRows ? runCopy(client, sql, first) : client.query(sql, [...parameters])
      // Kysely names only the commands whose count it reads.
      return (await result) as PostgresQueryResult<Row>
    } catch (error) {
      isLost ||= isConnectionLost(error)
      throw error
    }
  }
  return {
    // Cursors, the other form of `query`, are not set up in the dialect.
    query: query as PostgresPoolClient['query'],
    // The server's farewell comes before the end of the socket: the pool would lend the connection once more.
    release: () => client.release(isLost),
  }
}

async function runCopy(client: PoolClient, sql: string, { chunks }: CopyRows) {
  const copy = client.query(copyFrom(sql))
  await pipeline(Readable.from(chunks, { objectMode: false }), copy)
  return { command: 'COPY', rowCount: copy.rowCount, rows: [] }
}
