import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect'
import { migrateToLatest } from '../db/migrator'
import { emptyTemplate, migratedTemplate } from './embedded-template'
import { type PostgresqlServer, quickPlace, startPostgresql } from './postgresql-server'
import { createDatabase, dropDatabase, urlOfDatabase } from './server-databases'

/** What a test file may ask for, on the socket that `databaseOffers` names. */
export type OfferKind = 'embedded' | 'postgresql'

export type Offer =
  /** Files of dumped databases, without tables and with the schema. */
  | { readonly empty: string; readonly template: string }
  /** A server, and the name of a migrated database on it that others are copied from. */
  | { readonly url: string; readonly template: string }
  | { readonly reason: string }

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseOffers: number
  }
}

/**
 * Makes what the tests of a whole run share, once and only when the first of them asks: a migrated database to
 * begin with, and a PostgreSQL server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const suffix = randomBytes(6).toString('hex')
  const name = `coldkeep_template_${suffix}`
  let server: PostgresqlServer | null = null
  let isTemplateMade = false
  const makePostgresql = async (): Promise<Offer> => {
    const given = process.env.TEST_DATABASE_URL
    if (given === undefined || given === '') server = await startPostgresql([], quickPlace())
    const url = server?.url ?? given ?? ''
    await migratedDatabase(url, name)
    isTemplateMade = true
    return { url, template: name }
  }
  const makeEmbedded = async (): Promise<Offer> => ({
    empty: await emptyTemplate(),
    template: await migratedTemplate(),
  })
  const offers = new Map<string, Promise<Offer>>()
  const offer = (kind: string): Promise<Offer> => {
    const known = offers.get(kind)
    if (known !== undefined) return known
    const made = (kind === 'postgresql' ? makePostgresql() : makeEmbedded()).catch((error: unknown) => ({
      reason: String(error),
    }))
    offers.set(kind, made)
    return made
  }
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', async (requested) =>
      socket.end(JSON.stringify(await offer(requested.toString('utf8')))),
    )
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  project.provide('databaseOffers', address.port)
  return async () => {
    listener.close()
    await Promise.all(offers.values())
    if (server !== null) await server.stop()
    else if (isTemplateMade) await dropDatabase(process.env.TEST_DATABASE_URL ?? '', name)
  }
}

async function migratedDatabase(url: string, name: string): Promise<void> {
  await createDatabase(url, name)
  const database = await connect({ databaseUrl: urlOfDatabase(url, name) })
  try {
    await migrateToLatest(database.kysely)
  } finally {
    await database.close()
  }
}
