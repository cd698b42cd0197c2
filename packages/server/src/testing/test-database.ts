import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect as connectSocket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, inject } from 'vitest'
import { connect, type Database, type Db } from '../db/connect'
import { IN_MEMORY } from '../db/embedded'
import type { Offer, OfferKind } from './database-offers'
import { reusedDatabase } from './reused-database'
import { createDatabase, dropDatabase, urlOfDatabase } from './server-databases'

const KINDS: readonly OfferKind[] = ['embedded', 'postgresql']

/** A fresh database with the schema and no rows. Closing it removes it, or readies an embedded one for the next. */
export async function testDatabase(kind: OfferKind): Promise<Database> {
  const offer = await requestOffer(kind)
  if ('reason' in offer) throw new Error(offer.reason)
  return 'url' in offer ? onServer(offer.url, offer.template) : reusedDatabase(readFileSync(offer.template))
}

/** The address of a fresh database with the schema on a PostgreSQL, or `null` where none can be had. It ends with the run. */
export async function postgresqlAddress(): Promise<string | null> {
  const offer = await requestOffer('postgresql')
  if (!('url' in offer)) return null
  const name = `coldkeep_test_${randomBytes(8).toString('hex')}`
  await createDatabase(offer.url, name, offer.template)
  return urlOfDatabase(offer.url, name)
}

/** A fresh database without the schema. Closing it removes it. */
export async function emptyDatabase(kind: OfferKind): Promise<Database> {
  const offer = await requestOffer(kind)
  if ('reason' in offer) throw new Error(offer.reason)
  if ('url' in offer) return onServer(offer.url)
  return connect({ folder: IN_MEMORY, template: readFileSync(offer.empty) })
}

/**
 * Describes the same behaviour on both databases. `open` gives a fresh one with the schema, as often as it is asked;
 * all are closed after the suite. `COLDKEEP_TEST_DATABASE` leaves only the one it names. Where no PostgreSQL can be
 * had, the reason is printed and its half is left out.
 */
export function describeEachDatabase(name: string, define: (open: () => Promise<Db>) => void): void {
  describeEachKind(name, (kind) => {
    const opened: Database[] = []
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()))
    })
    define(async () => {
      const database = await testDatabase(kind)
      opened.push(database)
      return database.kysely
    })
  })
}

/** As `describeEachDatabase`, for those who need more of a database than its queries. */
export function describeEachKind(name: string, define: (kind: OfferKind) => void): void {
  for (const kind of KINDS) describeKind(name, kind, () => define(kind))
}

/** For what only one of the databases can do. */
export function describeKind(name: string, kind: OfferKind, define: () => void): void {
  const only = process.env.COLDKEEP_TEST_DATABASE
  if (only !== undefined && only !== kind) return
  describe(`${name} (${kind})`, async () => {
    const offer = await requestOffer(kind)
    if (!('reason' in offer)) return define()
    if (kind === 'embedded') throw new Error(offer.reason)
    process.stderr.write(`not tried on PostgreSQL: ${offer.reason}\n`)
  })
}

async function requestOffer(kind: OfferKind): Promise<Offer> {
  const port = inject('databaseOffers')
  if (port === undefined) throw new Error('database-offers.ts is not a globalSetup of this run')
  const socket = connectSocket({ host: '127.0.0.1', port, allowHalfOpen: true })
  socket.write(kind)
  return JSON.parse(await text(socket)) as Offer
}

async function onServer(serverUrl: string, template?: string): Promise<Database> {
  const name = `coldkeep_test_${randomBytes(8).toString('hex')}`
  await createDatabase(serverUrl, name, template)
  const database = await connect({ databaseUrl: urlOfDatabase(serverUrl, name), connections: 5 })
  return {
    ...database,
    async close() {
      await database.close()
      await dropDatabase(serverUrl, name)
    },
  }
}
