import type { Bundle } from '@coldkeep/contract/mqtt/bundle'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import type { BundleFault, BundleState } from '../db/field-tables'

/** On the way to its terminal, or there. */
export const desiredStates = [
  'queued',
  'sent',
  'fetched',
  'checked',
  'active',
] as const satisfies readonly BundleState[]

export interface NewestBundle {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly revision: number
  readonly sha256: string
  readonly size: number
  readonly commandId: string
  readonly state: BundleState
}

/** New bundles of terminals that are there; each is given to one process alone. */
export async function takeQueuedBundles(db: Db, now: EpochMs): Promise<NewestBundle[]> {
  const { rows } = await sql<NewestBundle>`
    update bundle b set state = 'sent', changed_at = ${new Date(now).toISOString()}::timestamptz
    from terminal_state t where t.store_id = b.store_id and t.terminal_id = b.terminal_id
      and b.state = 'queued' and t.connection = 'online'
    returning b.store_id, b.terminal_id, b.revision, b.sha256, length(b.body)::int as size, b.command_id, b.state
    `.execute(db)
  return rows
}

/** The newest bundle of each terminal that is still desired. */
export async function selectNewest(db: Db, terminals: readonly TerminalId[]): Promise<NewestBundle[]> {
  if (terminals.length === 0) return []
  const { rows } = await sql<NewestBundle>`
    select distinct on (store_id, terminal_id) store_id, terminal_id, revision, sha256,
      length(body)::int as size, command_id, state
    from bundle where terminal_id = any(${terminals}::text[]) and state = any(${desiredStates}::text[])
    order by store_id, terminal_id, revision desc`.execute(db)
  return rows
}

/** Ports and scripts that a terminal is to run: of its newest bundle that is on its way or there. */
export interface DesiredDocument extends Pick<Bundle, 'ports' | 'scripts'> {
  readonly revision: number
}

/** Of terminals that were given any. */
export async function selectDesiredDocuments(
  db: Db,
  terminals: readonly TerminalId[],
): Promise<Map<TerminalId, DesiredDocument>> {
  if (terminals.length === 0) return new Map()
  const { rows } = await sql<{ terminalId: TerminalId; revision: number; body: Uint8Array }>`
    select distinct on (store_id, terminal_id) terminal_id, revision, body
    from bundle where terminal_id = any(${terminals}::text[]) and state = any(${desiredStates}::text[])
    order by store_id, terminal_id, revision desc`.execute(db)
  return new Map(
    rows.map(({ terminalId, revision, body }) => {
      const { ports, scripts } = JSON.parse(Buffer.from(body).toString('utf8')) as Bundle
      return [terminalId, { revision, ports, scripts }]
    }),
  )
}

/** `null` where a terminal was never given any. */
export async function selectDesiredDocument(db: Db, terminalId: TerminalId): Promise<DesiredDocument | null> {
  return (await selectDesiredDocuments(db, [terminalId])).get(terminalId) ?? null
}

/** It reports a revision that it was never given: a file that was put on the box by hand. */
export async function runsOwnFile(db: Db, storeId: StoreId, terminalId: TerminalId): Promise<boolean> {
  if ((await selectDesiredDocument(db, terminalId)) !== null) return false
  return ((await selectRunningRevision(db, storeId, terminalId)) ?? 0) > 0
}

/** The revision that a terminal last reported to run. */
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

/** A revision of a terminal. */
export interface BundleRevision extends BundleTarget {
  readonly revision: number
}

/** Held against other revisions of this terminal until the transaction ends. */
export async function lockTerminalOfBundles(trx: Trx, terminalId: TerminalId): Promise<void> {
  await trx
    .selectFrom('terminal')
    .select('terminalId')
    .where('terminalId', '=', terminalId)
    .forUpdate()
    .execute()
}

/** The highest revision that a terminal was given; `null` where it was given none. */
export async function selectGivenRevision(
  db: Db,
  { storeId, terminalId }: BundleTarget,
): Promise<number | null> {
  const newest = await db
    .selectFrom('bundle')
    .select(({ fn }) => fn.max('revision').as('revision'))
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .executeTakeFirst()
  return newest?.revision ?? null
}

interface NewBundle extends BundleRevision {
  readonly sha256: string
  readonly body: Uint8Array
  readonly commandId: string
  readonly createdBy: string
}

/** Puts a bundle among those that wait for their terminal. */
export async function insertBundle(
  trx: Trx,
  { storeId, terminalId, revision, sha256, body, commandId, createdBy }: NewBundle,
  now: EpochMs,
): Promise<void> {
  await trx
    .insertInto('bundle')
    .values({
      storeId,
      terminalId,
      revision,
      sha256,
      body,
      commandId,
      state: 'queued',
      faults: null,
      createdBy,
      createdAt: now,
      changedAt: now,
    })
    .execute()
}

/** Drops the bundles of a terminal that have not reached it. */
export async function replaceUntaken(
  trx: Db,
  { storeId, terminalId }: BundleTarget,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('bundle')
    .set({ state: 'replaced', changedAt: now })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('state', 'in', ['queued', 'sent'])
    .execute()
}

/** Ends the bundle that went with a command. @returns false where its terminal has it, or it ended */
export async function expireBundle(
  trx: Trx,
  { storeId, commandId }: { readonly storeId: StoreId; readonly commandId: string },
  now: EpochMs,
): Promise<boolean> {
  const row = await trx
    .updateTable('bundle')
    .set({ state: 'expired', changedAt: now })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('state', 'in', ['queued', 'sent'])
    .returning('revision')
    .executeTakeFirst()
  return row !== undefined
}

/** The bundle that went with a command, held until the transaction ends. */
export function lockBundleOfCommand(trx: Trx, storeId: StoreId, commandId: string) {
  return trx
    .selectFrom('bundle')
    .select(['revision', 'state'])
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .forUpdate()
    .executeTakeFirst()
}

/** @param faults reported by the terminal; earlier ones stay where it reported none */
export async function updateBundleState(
  trx: Trx,
  { storeId, terminalId, revision }: BundleRevision,
  state: BundleState,
  { changedAt, faults }: { readonly changedAt: EpochMs; readonly faults: readonly BundleFault[] | undefined },
): Promise<void> {
  await trx
    .updateTable('bundle')
    .set({ state, changedAt, ...(faults && { faults: JSON.stringify(faults) }) })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('revision', '=', revision)
    .execute()
}

/** Drops the bundles of a terminal before a revision. */
export async function replaceOlderBundles(
  trx: Trx,
  { storeId, terminalId, revision }: BundleRevision,
): Promise<void> {
  await sql`update bundle set state = 'replaced'
      where store_id = ${storeId} and terminal_id = ${terminalId} and revision < ${revision}
        and state in ('queued', 'sent', 'fetched', 'checked', 'active')`.execute(trx)
}

/** Makes a revision that was replaced the active one again. */
export async function reviveBundle(
  trx: Trx,
  { storeId, terminalId, revision }: BundleRevision,
): Promise<void> {
  await trx
    .updateTable('bundle')
    .set({ state: 'active' })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('revision', '=', revision)
    .where('state', '=', 'replaced')
    .execute()
}
