import { type Bundle, type WantedBundle, wantedBundle } from '@coldkeep/contract/mqtt/bundle'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { SentCommand } from '../commands/command-queries'
import type { Db } from '../db/connect'
import type { BundleState } from '../db/field-tables'
import { returnToLists } from './point-lists'

export const BUNDLE_PATH = '/field/v1/bundles'
/** Once said, a terminal may take it so long. */
const WANTED_MS = days(7)

/** On the way to its terminal, or there. */
export const wantedStates = [
  'queued',
  'sent',
  'fetched',
  'checked',
  'active',
] as const satisfies readonly BundleState[]

/** What is retained for a terminal; `null` takes it away. */
export interface WantedRow {
  readonly terminalId: TerminalId
  readonly wanted: NewestBundle | null
}

export interface NewestBundle {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly revision: number
  readonly sha256: string
  readonly size: number
  readonly commandId: string
  readonly state: BundleState
}

/** Bundles that are new, and those that terminals which have just appeared do not run. */
export async function takeWanted(
  db: Db,
  appeared: ReadonlyMap<TerminalId, { readonly revision: number }>,
  now: EpochMs,
): Promise<WantedRow[]> {
  const { rows: fresh } = await sql<NewestBundle>`
    update bundle b set state = 'sent', changed_at = ${new Date(now).toISOString()}::timestamptz
    from terminal_state t where t.store_id = b.store_id and t.terminal_id = b.terminal_id
      and b.state = 'queued' and t.connection = 'online'
    returning b.store_id, b.terminal_id, b.revision, b.sha256, length(b.body)::int as size, b.command_id, b.state
    `.execute(db)
  const told = new Set(fresh.map(({ terminalId }) => terminalId))
  const others = [...appeared.keys()].filter((terminal) => !told.has(terminal))
  const newest = await selectNewest(db, others)
  const missed = newest.filter(({ terminalId, revision }) => appeared.get(terminalId)?.revision !== revision)
  return [...fresh, ...missed].map((row) => ({ terminalId: row.terminalId, wanted: row }))
}

/** The newest bundle of each terminal that is still wanted. */
export async function selectNewest(db: Db, terminals: readonly TerminalId[]): Promise<NewestBundle[]> {
  if (terminals.length === 0) return []
  const { rows } = await sql<NewestBundle>`
    select distinct on (store_id, terminal_id) store_id, terminal_id, revision, sha256,
      length(body)::int as size, command_id, state
    from bundle where terminal_id = any(${terminals}::text[]) and state = any(${wantedStates}::text[])
    order by store_id, terminal_id, revision desc`.execute(db)
  return rows
}

/** Ports and scripts that a terminal is to run: of its newest bundle that is on its way or there. */
export interface WantedDocument extends Pick<Bundle, 'ports' | 'scripts'> {
  readonly revision: number
}

/** Of terminals that were given any. */
export async function selectWantedDocuments(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<Map<TerminalId, WantedDocument>> {
  if (terminals.length === 0) return new Map()
  const { rows } = await sql<{ terminalId: TerminalId; revision: number; body: Uint8Array }>`
    select distinct on (store_id, terminal_id) terminal_id, revision, body
    from bundle where terminal_id = any(${terminals}::text[]) and state = any(${wantedStates}::text[])
    order by store_id, terminal_id, revision desc`.execute(db)
  return new Map(
    rows.map(({ terminalId, revision, body }) => {
      const { ports, scripts } = JSON.parse(Buffer.from(body).toString('utf8')) as Bundle
      return [terminalId, { revision, ports, scripts }]
    }),
  )
}

/** `null` where a terminal was never given any. */
export async function selectWantedDocument(db: Db, terminalId: TerminalId): Promise<WantedDocument | null> {
  return (await selectWantedDocuments(db, [terminalId])).get(terminalId) ?? null
}

/** It says that it runs something, and was never given it: a file that somebody put on the box. */
export async function runsOwnFile(db: Db, storeId: StoreId, terminalId: TerminalId): Promise<boolean> {
  if ((await selectWantedDocument(db, terminalId)) !== null) return false
  return ((await selectRunningRevision(db, storeId, terminalId)) ?? 0) > 0
}

/** @throws where the row is none that a terminal could be told */
export function wantedOf(
  { terminalId, revision, sha256, size, commandId }: NewestBundle,
  now: EpochMs,
): WantedBundle {
  return z.parse(wantedBundle, {
    v: PROTOCOL_VERSION,
    id: commandId,
    tid: terminalId,
    rev: revision,
    sha256,
    size,
    url: `${BUNDLE_PATH}/${sha256}`,
    exp: later(now, WANTED_MS),
  })
}

/** Ends the bundles that went with expired commands; their terminals are told that nothing is wanted any more. */
export async function expireBundles(
  db: Db,
  expired: readonly SentCommand[],
  now: EpochMs,
): Promise<WantedRow[]> {
  const applies = expired.filter(({ op }) => op === 'cfg.apply')
  const ended: WantedRow[] = []
  for (const { storeId, terminalId, commandId } of applies) {
    const isEnded = await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('bundle')
        .set({ state: 'expired', changedAt: now })
        .where('storeId', '=', storeId)
        .where('commandId', '=', commandId)
        .where('state', 'in', ['queued', 'sent'])
        .returning('revision')
        .executeTakeFirst()
      if (row === undefined) return false
      const present = await selectRunningRevision(trx, storeId, terminalId)
      if (present !== null) await returnToLists(trx, { storeId, terminalId, revision: present })
      return true
    })
    if (isEnded) ended.push({ terminalId, wanted: null })
  }
  return ended
}

/** What a terminal said last that it runs. */
export async function selectRunningRevision(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<number | null> {
  const row = await db
    .selectFrom('terminalState')
    .select('revision')
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
  return row?.revision ?? null
}

const MOST_LISTED = 50

function bundlesOf(db: Db, storeId: StoreId, terminalId: TerminalId) {
  return db.selectFrom('bundle').where('storeId', '=', storeId).where('terminalId', '=', terminalId)
}

/** Revisions of a terminal, newest first. */
export async function selectBundles(db: Db, storeId: StoreId, terminalId: TerminalId) {
  return bundlesOf(db, storeId, terminalId)
    .select(['revision', 'sha256', 'state', 'faults', 'createdBy', 'createdAt', 'changedAt'])
    .select(sql<number>`length(body)::int`.as('size'))
    .orderBy('revision', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export type BundleRow = Awaited<ReturnType<typeof selectBundles>>[number]

export async function selectBundleBody(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
  revision: number,
): Promise<Uint8Array | null> {
  const row = await bundlesOf(db, storeId, terminalId)
    .select('body')
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.body ?? null
}

/** The bytes of a bundle that this very terminal may have. */
export async function selectBodyByHash(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
  sha256: string,
): Promise<Uint8Array | null> {
  const row = await bundlesOf(db, storeId, terminalId)
    .select('body')
    .where('sha256', '=', sha256)
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  return row?.body ?? null
}

export interface BundleTarget {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}
