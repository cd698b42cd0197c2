import type { TerminalState } from '@coldkeep/contract/areas/terminals'
import { groupBy } from '@coldkeep/domain/group-by'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'

export interface TerminalFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  /** Part of a terminal id, of a store's name or number, or of a serial number; empty: all. */
  readonly text: string
}

/** The program of a terminal, or the system of its box, as it is reported. */
export interface Firmware {
  readonly type: string
  readonly version: string
}

interface ShownFilter extends TerminalFilter {
  readonly state: TerminalState | null
  /** `null`: whatever runs. */
  readonly firmware: readonly Firmware[] | null
}

const stateOfRow = sql<TerminalState>`
  case when not terminal.is_enabled then 'disabled'
    when terminal_state.host_lost_since is not null then 'host_lost'
    else coalesce(terminal_state.connection, 'never_seen') end`

/** The same, row by row, in terms of which the database knows how common they are: a page of many is found at once. */
function isInState(state: TerminalState): Expression<SqlBool> {
  if (state === 'disabled') return sql<SqlBool>`not terminal.is_enabled`
  const isLost = sql`terminal_state.host_lost_since is not null`
  if (state === 'host_lost') return sql<SqlBool>`(terminal.is_enabled and ${isLost})`
  const connection =
    state === 'never_seen'
      ? sql`(terminal_state.connection is null or terminal_state.connection = 'never_seen')`
      : sql`terminal_state.connection = ${state}`
  return sql<SqlBool>`(terminal.is_enabled and not (${isLost}) and ${connection})`
}

function runsOneOf(firmware: readonly Firmware[]): Expression<SqlBool> {
  const types = firmware.map(({ type }) => type)
  const versions = firmware.map(({ version }) => version)
  const listed = sql`(select * from unnest(${types}::text[], ${versions}::text[]))`
  return sql<SqlBool>`((terminal_state.firmware_type, terminal_state.firmware_version) in ${listed}
    or (box_system.firmware_type_id, box_system.version) in ${listed})`
}

/** By store number. */
export async function selectTerminals(
  db: Db,
  { state, firmware, ...filter }: ShownFilter,
  page: { readonly offset: number; readonly limit: number },
) {
  return shown(db)
    .where(matches(filter))
    .$if(state !== null, (query) => query.where(isInState(state as TerminalState)))
    .$if(firmware !== null, (query) => query.where(runsOneOf(firmware ?? [])))
    .orderBy('store.code')
    .orderBy('terminal.terminalId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export type TerminalRow = Awaited<ReturnType<typeof selectTerminals>>[number]

export interface CountedTerminals {
  readonly state: TerminalState
  /** Both `null` where it cannot be updated. */
  readonly type: string | null
  readonly version: string | null
  /** Of the box; `null` where it has no program for updates of its system, or has not reported a version. */
  readonly boxType: string | null
  readonly boxVersion: string | null
  readonly terminals: number
}

/** How many of the matching terminals are in each state with each version; what none is in is left out. */
export async function countTerminals(db: Db, filter: TerminalFilter): Promise<CountedTerminals[]> {
  return placed(db)
    .leftJoin('terminalState', (join) =>
      join
        .onRef('terminalState.storeId', '=', 'store.storeId')
        .onRef('terminalState.terminalId', '=', 'terminal.terminalId'),
    )
    .leftJoin('boxSystem', (join) =>
      join
        .onRef('boxSystem.storeId', '=', 'store.storeId')
        .onRef('boxSystem.terminalId', '=', 'terminal.terminalId'),
    )
    .select([stateOfRow.as('state'), 'terminalState.firmwareType as type'])
    .select(['terminalState.firmwareVersion as version', 'boxSystem.firmwareTypeId as boxType'])
    .select(['boxSystem.version as boxVersion', sql<number>`count(*)::int`.as('terminals')])
    .where(matches(filter))
    .groupBy(sql`1, 2, 3, 4, 5`)
    .execute()
}

/** Released versions by the type that they are for. */
export async function selectReleased(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('firmwareImage')
    .select(['firmwareTypeId', 'version'])
    .where('state', '=', 'released')
    .execute()
  const byType = groupBy(rows, ({ firmwareTypeId }) => firmwareTypeId)
  return new Map([...byType].map(([type, images]) => [type, images.map(({ version }) => version)]))
}

/** `null` for one that does not exist and for one outside the scope. */
export async function selectTerminal(
  db: Db,
  scope: Scope,
  terminalId: TerminalId,
): Promise<TerminalRow | null> {
  const row = await shown(db)
    .where('terminal.terminalId', '=', terminalId)
    .where(isInScope(scope))
    .executeTakeFirst()
  return row ?? null
}

/** @returns false where the id is taken */
export async function insertPlace(
  db: Db,
  place: { readonly terminalId: TerminalId; readonly storeId: StoreId; readonly secretHash: Uint8Array },
  now: EpochMs,
): Promise<boolean> {
  const row = await db
    .insertInto('terminal')
    .values({ ...place, createdAt: now })
    .onConflict((conflict) => conflict.column('terminalId').doNothing())
    .returning('terminalId')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where it was so already */
export async function updateEnabled(
  db: Db,
  terminalId: TerminalId,
  isEnabled: boolean,
  now: EpochMs,
): Promise<boolean> {
  const row = await db
    .updateTable('terminal')
    .set({ isEnabled, credentialChangedAt: now })
    .where('terminalId', '=', terminalId)
    .where('isEnabled', '=', !isEnabled)
    .returning('terminalId')
    .executeTakeFirst()
  return row !== undefined
}

/** The store of a terminal that is known to exist. */
export async function selectStoreOf(db: Db, terminalId: TerminalId): Promise<StoreId> {
  const { storeId } = await db
    .selectFrom('terminal')
    .select('storeId')
    .where('terminalId', '=', terminalId)
    .executeTakeFirstOrThrow()
  return storeId
}

/** What a terminal is sent about its store. */
export function selectStoreOfTerminal(db: Db, storeId: StoreId) {
  return db
    .selectFrom('store')
    .select(['code', 'name', 'zone'])
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
}

/** Until the end of the transaction no one else makes places in the store. */
export async function lockPlaces(trx: Db, storeId: StoreId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`places of ${storeId}`}, 0))`.execute(trx)
}

export async function countPlaces(db: Db, storeId: StoreId): Promise<number> {
  const { count } = await db
    .selectFrom('terminal')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function placed(db: Db) {
  return db.selectFrom('store').innerJoin('terminal', 'terminal.storeId', 'store.storeId')
}

function shown(db: Db) {
  return (
    placed(db)
      // looked up row by row: the database takes a match of two columns for rare, and would read all for one page
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('terminalState')
            .selectAll()
            .whereRef('terminalState.storeId', '=', 'store.storeId')
            .whereRef('terminalState.terminalId', '=', 'terminal.terminalId')
            .offset(0)
            .as('terminalState'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('boxSystem')
            .select(['boxSystem.firmwareTypeId', 'boxSystem.version'])
            .whereRef('boxSystem.storeId', '=', 'store.storeId')
            .whereRef('boxSystem.terminalId', '=', 'terminal.terminalId')
            .offset(0)
            .as('boxSystem'),
        (join) => join.onTrue(),
      )
      .select([
        'terminal.terminalId',
        'terminal.isEnabled',
        'terminal.createdAt',
        'terminal.serial',
        'terminal.hardware',
        'terminal.claimedAt',
        'terminal.nextUntil',
        'store.storeId',
        'store.code as storeCode',
        'store.name as storeName',
        'store.zone',
        stateOfRow.as('state'),
        'terminalState.since',
        'terminalState.hostLostSince',
        'terminalState.lastMessageAt',
        'terminalState.program',
        'terminalState.firmwareType',
        'terminalState.firmwareVersion',
        'boxSystem.firmwareTypeId as boxType',
        'boxSystem.version as boxVersion',
        'terminalState.revision',
        'terminalState.backlog',
        'terminalState.conflicts',
      ])
  )
}

function matches({ scope, storeId, text }: TerminalFilter): Expression<SqlBool> {
  const pattern = containing(text)
  const ofStore = storeId === null ? sql`` : sql` and store.store_id = ${storeId}`
  const withText =
    text === ''
      ? sql``
      : sql` and (terminal.terminal_id ilike ${pattern} or terminal.serial ilike ${pattern}
          or store.code ilike ${pattern} or store.name ilike ${pattern})`
  return sql<SqlBool>`(${isInScope(scope)}${ofStore}${withText})`
}
