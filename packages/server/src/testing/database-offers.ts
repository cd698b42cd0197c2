import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect'
import { IN_MEMORY } from '../db/embedded'
import { migrateToLatest } from '../db/migrator'
import { type PostgresqlServer, startPostgresql } from './postgresql-server'
import { createDatabase, dropDatabase, urlOfDatabase } from './server-databases'

/** What a test file may ask for, on the socket that `databaseOffers` names. */
export type OfferKind = 'embedded' | 'postgresql'

export type Offer =
  /** File of a migrated database, dumped. */
  | { readonly template: string }
  /** A server, and the name of a migrated database on it that others are copied from. */
  | { readonly url: string; readonly template: string }
  | { readonly reason: string }

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseOffers: number
  }
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const KEPT = fileURLToPath(new URL('../../../../node_modules/.cache/coldkeep/', import.meta.url))

/**
 * Makes what the tests of a whole run share, once and only when the first of them asks: a migrated database to
 * begin with, and a PostgreSQL server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const suffix = randomBytes(6).toString('hex')
  const name = `coldkeep_template_${suffix}`
  let server: PostgresqlServer | null = null
  const makePostgresql = async (): Promise<Offer> => {
    const given = process.env.TEST_DATABASE_URL
    if (given === undefined || given === '') server = await startPostgresql()
    const url = server?.url ?? given ?? ''
    await migratedDatabase(url, name)
    return { url, template: name }
  }
  const makeEmbedded = async (): Promise<Offer> => ({ template: await embeddedTemplate() })
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
    socket.once('data', async (asked) => socket.end(JSON.stringify(await offer(asked.toString('utf8')))))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  project.provide('databaseOffers', address.port)
  return async () => {
    listener.close()
    await Promise.all(offers.values())
    if (server !== null) await server.stop()
    else if (offers.has('postgresql')) await dropDatabase(process.env.TEST_DATABASE_URL ?? '', name)
  }
}

/** Making one takes seconds, so it is kept until the migrations change. */
async function embeddedTemplate(): Promise<string> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const hash = createHash('sha256').update(readFileSync(pglite))
  for (const file of readdirSync(MIGRATIONS).sort())
    hash.update(file).update(readFileSync(new URL(file, MIGRATIONS)))
  const file = join(KEPT, `embedded-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const aside = `${file}.${process.pid}`
  const dump = await migratedDump()
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(aside, dump)
  renameSync(aside, file)
  return file
}

async function migratedDump(): Promise<Uint8Array> {
  const database = await connect({ folder: IN_MEMORY })
  try {
    await migrateToLatest(database.kysely)
    // a third of the files is enough, and most of the time of opening a copy goes into files
    for (const statement of [
      'update pg_database set datistemplate = false',
      'drop database template0',
      'drop database template1',
      'checkpoint',
    ]) {
      await sql.raw(statement).execute(database.kysely)
    }
    return await database.dump()
  } finally {
    await database.close()
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
