import { randomBytes } from 'node:crypto'
import type { Db } from './connect'

/** The secrets of an installation, made at its first start and kept in its database. */
export interface ServerKeys {
  /** Signs the tokens. */
  readonly token: Uint8Array
  /** Turns a renewal secret into the one that follows it. */
  readonly renewal: Uint8Array
  /** The key from which the secrets of webhooks are derived. */
  readonly webhook: Uint8Array
  /** Signs messages to browsers: the private key of a P-256 pair. */
  readonly push: Uint8Array
  /** Signs links to files that were ordered. */
  readonly download: Uint8Array
}

/** Reads the keys; makes those that are missing. Several servers that start at once agree on the same ones. */
export async function loadServerKeys(db: Db): Promise<ServerKeys> {
  return {
    token: await keyFor(db, 'token'),
    renewal: await keyFor(db, 'renewal'),
    webhook: await keyFor(db, 'webhook'),
    push: await keyFor(db, 'push'),
    download: await keyFor(db, 'download'),
  }
}

async function keyFor(db: Db, purpose: keyof ServerKeys): Promise<Uint8Array> {
  await db
    .insertInto('serverKey')
    .values({ purpose, content: randomBytes(32) })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  const row = await db
    .selectFrom('serverKey')
    .select('content')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return row.content
}

/** Takes keys away: servers make new ones at their start, and one that runs keeps the old until then. */
export async function deleteServerKeys(db: Db, purposes: readonly (keyof ServerKeys)[]): Promise<void> {
  await db.deleteFrom('serverKey').where('purpose', 'in', purposes).execute()
}
