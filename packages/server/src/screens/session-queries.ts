import type { ScreenEnd } from '@coldkeep/contract/areas/screens'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'
import type { ScreenTables } from '../db/screen-tables'

export type ScreenSessionRow = Selectable<ScreenTables['screenSession']>

/** @returns false where somebody is on that screen already */
export async function insertSession(
  trx: Trx,
  session: Insertable<ScreenTables['screenSession']>,
): Promise<boolean> {
  const made = await trx
    .insertInto('screenSession')
    .values(session)
    .onConflict((on) => on.columns(['storeId', 'terminalId']).where('endedReason', 'is', null).doNothing())
    .returning('screenSessionId')
    .executeTakeFirst()
  return made !== undefined
}

interface SessionKey {
  readonly storeId: StoreId
  readonly sessionId: string
}

const ofSession = ({ storeId, sessionId }: SessionKey) => ({ storeId, screenSessionId: sessionId })

export async function updateConnected(
  db: Db,
  key: SessionKey,
  {
    connectedAt,
    width,
    height,
  }: { readonly connectedAt: EpochMs; readonly width: number; readonly height: number },
): Promise<void> {
  await db
    .updateTable('screenSession')
    .set({ connectedAt, width, height, seenAt: connectedAt })
    .where((is) => is.and(ofSession(key)))
    .execute()
}

/** What a gateway knows of a session that goes on. */
export interface SeenSession extends SessionKey {
  readonly clicks: number
  readonly keys: number
}

/** @returns those of them that have ended */
export async function updateSeen(
  db: Db,
  sessions: readonly SeenSession[],
  now: EpochMs,
): Promise<readonly string[]> {
  const ended: string[] = []
  for (const { clicks, keys, ...key } of sessions) {
    const { numUpdatedRows } = await db
      .updateTable('screenSession')
      .set({ clicks, keys, seenAt: now })
      .where((is) => is.and(ofSession(key)))
      .where('endedReason', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) ended.push(key.sessionId)
  }
  return ended
}

/** @returns false where it had ended before */
export async function updateEnded(
  trx: Trx,
  key: SessionKey,
  ended: Partial<Pick<ScreenSessionRow, 'clicks' | 'keys'>> & {
    readonly endedAt: EpochMs
    readonly endedReason: ScreenEnd
    readonly endedDetail: string | null
  },
): Promise<boolean> {
  const row = await trx
    .updateTable('screenSession')
    .set(ended)
    .where((is) => is.and(ofSession(key)))
    .where('endedReason', 'is', null)
    .returning('screenSessionId')
    .executeTakeFirst()
  return row !== undefined
}

/** Sessions that no gateway has spoken of since then, of one store or of all. */
export function selectForsaken(
  db: Db,
  before: EpochMs,
  storeId: StoreId | null,
): Promise<ScreenSessionRow[]> {
  return db
    .selectFrom('screenSession')
    .selectAll()
    .where('endedReason', 'is', null)
    .where('seenAt', '<', before)
    .$if(storeId !== null, (query) => query.where('storeId', '=', storeId as StoreId))
    .execute()
}

/** The one that is on a screen now. */
export async function selectOpenSession(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<ScreenSessionRow | null> {
  const row = await db
    .selectFrom('screenSession')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('endedReason', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** One of a store that the caller sees. */
export async function selectSession(
  db: Db,
  scope: Scope,
  sessionId: string,
): Promise<ScreenSessionRow | null> {
  const row = await db
    .selectFrom('screenSession')
    .innerJoin('store', sameIn('store', 'screenSession', 'storeId'))
    .selectAll('screenSession')
    .where('screenSession.screenSessionId', '=', sessionId)
    .where(isInScope(scope))
    .executeTakeFirst()
  return row ?? null
}

export interface SessionFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly sessionId?: string
}

/** Newest first, with the store of each. */
export function selectSessions(
  db: Db,
  filter: SessionFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return sessionsOf(db, filter)
    .selectAll('screenSession')
    .select(['store.code', 'store.name', 'store.zone'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('screenSegment')
            .select(sql.lit(1).as('one'))
            .whereRef('screenSegment.storeId', '=', 'screenSession.storeId')
            .whereRef('screenSegment.screenSessionId', '=', 'screenSession.screenSessionId')
            .where('screenSegment.removedAt', 'is', null),
        )
        .as('isRecorded'),
    )
    .orderBy('screenSession.requestedAt', 'desc')
    .orderBy('screenSession.screenSessionId')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countSessions(db: Db, filter: SessionFilter): Promise<number> {
  const row = await sessionsOf(db, filter)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function sessionsOf(db: Db, { scope, storeId, sessionId }: SessionFilter) {
  return db
    .selectFrom('screenSession')
    .innerJoin('store', sameIn('store', 'screenSession', 'storeId'))
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('screenSession.storeId', '=', storeId as StoreId))
    .$if(sessionId !== undefined, (query) =>
      query.where('screenSession.screenSessionId', '=', sessionId as string),
    )
}

export async function insertWatch(db: Db, watch: Insertable<ScreenTables['screenWatch']>): Promise<void> {
  await db
    .insertInto('screenWatch')
    .values(watch)
    .onConflict((on) => on.doNothing())
    .execute()
}

export function selectWatches(db: Db, storeIds: readonly StoreId[], sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('screenWatch')
    .select(['screenSessionId', 'accountName'])
    .where('storeId', 'in', storeIds)
    .where('screenSessionId', 'in', sessionIds)
    .orderBy('since')
    .execute()
}

/** Terminals of a store that may show its screen, those first that are connected. */
export function selectScreens(db: Db, storeId: StoreId) {
  return db
    .selectFrom('terminal')
    .leftJoin('terminalState', sameIn('terminalState', 'terminal', 'storeId', 'terminalId'))
    .select(['terminal.terminalId', 'terminalState.connection', 'terminalState.program'])
    .select(['terminalState.screenConsent as consent'])
    .where('terminal.storeId', '=', storeId)
    .where('terminal.isEnabled', '=', true)
    .orderBy(sql`terminal_state.screen_consent is null`)
    .orderBy(sql`terminal_state.connection is distinct from 'online'`)
    .orderBy('terminal.terminalId')
    .execute()
}

export type StoreScreen = Awaited<ReturnType<typeof selectScreens>>[number]

/** What became of the order to open a screen. */
export async function selectOrder(
  db: Db,
  { storeId, commandId }: { readonly storeId: StoreId; readonly commandId: string },
) {
  const row = await db
    .selectFrom('command')
    .select(['state', 'errorCode', 'errorText'])
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .executeTakeFirst()
  return row ?? null
}
