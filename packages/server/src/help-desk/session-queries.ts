import type { HelpOutcome } from '@coldkeep/domain/help-desk/session'
import type { DeviceId, RepairCaseId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { HelpDeskTables } from '../db/help-desk-tables'
import { sqlInstant } from '../db/instants'
import { sameIn } from '../db/same-in'

const MOST_LISTED = 20

function sessions(db: Db, scope: Scope) {
  return db
    .selectFrom('helpSession')
    .innerJoin('store', 'store.storeId', 'helpSession.storeId')
    .innerJoin('repairCase', sameIn('repairCase', 'helpSession', 'storeId', 'repairCaseId'))
    .selectAll('helpSession')
    .select(['store.code', 'store.name as storeName', 'store.zone as timeZone', 'repairCase.fault'])
    .where(isInScope(scope))
    .where(isSeen(scope))
}

/** Its pictures show what it is about: whoever has some of that withheld, or is withheld anything where it is about all. */
function isSeen(scope: Scope) {
  if (scope.hidden.size === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(cardinality(help_session.device_ids) > 0 and not exists (select from device named
    where named.store_id = help_session.store_id and named.device_id = any(help_session.device_ids)
      and not ${isShown(scope, 'named')}))`
}

/** A session of a store of the scope, or `null`. */
export async function selectSession(db: Db, scope: Scope, helpSessionId: string) {
  const row = await sessions(db, scope)
    .where('helpSession.helpSessionId', '=', helpSessionId)
    .executeTakeFirst()
  return row ?? null
}

export type HelpSessionRow = NonNullable<Awaited<ReturnType<typeof selectSession>>>

/** Those that go on, the newest first. */
export function selectOpenSessions(db: Db, scope: Scope, storeId: StoreId | null) {
  return sessions(db, scope)
    .where('helpSession.endedAt', 'is', null)
    .$if(storeId !== null, (query) => query.where('helpSession.storeId', '=', storeId as StoreId))
    .orderBy('helpSession.openedAt', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** Those of a case, the newest first. */
export function selectSessionsOfCase(
  db: Db,
  scope: Scope,
  { storeId, repairCaseId }: { readonly storeId: StoreId; readonly repairCaseId: RepairCaseId },
) {
  return sessions(db, scope)
    .where('helpSession.storeId', '=', storeId)
    .where('helpSession.repairCaseId', '=', repairCaseId)
    .orderBy('helpSession.openedAt', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

export interface SessionKey {
  readonly storeId: StoreId
  readonly helpSessionId: string
}

/** @returns false where one goes on in the store, or this one is there */
export async function insertSession(
  trx: Trx,
  row: Insertable<HelpDeskTables['helpSession']>,
): Promise<boolean> {
  const made = await trx
    .insertInto('helpSession')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('helpSessionId')
    .executeTakeFirst()
  return made !== undefined
}

/** Something has changed in it. @returns false where it has ended */
export async function touchSession(
  trx: Trx,
  { storeId, helpSessionId }: SessionKey,
  now: EpochMs,
): Promise<boolean> {
  const row = await trx
    .updateTable('helpSession')
    .set({ seenAt: now, revision: sql<number>`revision + 1` })
    .where('storeId', '=', storeId)
    .where('helpSessionId', '=', helpSessionId)
    .where('endedAt', 'is', null)
    .returning('revision')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where it has ended before */
export async function endSessionRow(
  trx: Trx,
  { storeId, helpSessionId }: SessionKey,
  { outcome, note, now }: { readonly outcome: HelpOutcome; readonly note: string; readonly now: EpochMs },
): Promise<boolean> {
  const row = await trx
    .updateTable('helpSession')
    .set({ endedAt: now, outcome, note, revision: sql<number>`revision + 1` })
    .where('storeId', '=', storeId)
    .where('helpSessionId', '=', helpSessionId)
    .where('endedAt', 'is', null)
    .returning('helpSessionId')
    .executeTakeFirst()
  return row !== undefined
}

/** Sessions in which nothing has happened since one instant, or that began before another, of all stores. */
export function selectForgotten(
  db: Db,
  { quietSince, openedBefore }: { readonly quietSince: EpochMs; readonly openedBefore: EpochMs },
) {
  return db
    .selectFrom('helpSession')
    .innerJoin('repairCase', sameIn('repairCase', 'helpSession', 'storeId', 'repairCaseId'))
    .selectAll('helpSession')
    .select('repairCase.deviceId')
    .where('helpSession.endedAt', 'is', null)
    .where((is) =>
      is.or([is('helpSession.seenAt', '<', quietSince), is('helpSession.openedAt', '<', openedBefore)]),
    )
    .execute()
}

/** Sessions on screens of the store that began while it was helped. */
export function selectScreensDuring(db: Db, storeId: StoreId, from: EpochMs, until: EpochMs) {
  return db
    .selectFrom('screenSession')
    .select(['accountName', 'connectedAt', 'endedAt', 'screenSessionId'])
    .select(
      sql<boolean>`exists (select from screen_segment piece where piece.store_id = screen_session.store_id
        and piece.screen_session_id = screen_session.screen_session_id)`.as('isRecorded'),
    )
    .where('storeId', '=', storeId)
    .where('requestedAt', '>=', from)
    .where('requestedAt', '<=', until)
    .where('connectedAt', 'is not', null)
    .orderBy('requestedAt')
    .execute()
}

/** Devices of a store by their names; those that were retired are left out. */
export function selectStoreDevices(db: Db, storeId: StoreId) {
  return db
    .selectFrom('device')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .leftJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .select(['device.deviceId', 'device.name', 'device.zone', 'deviceModel.brand', 'deviceModel.model'])
    .select(['device.deviceModelId', 'terminalState.connection'])
    .where('device.storeId', '=', storeId)
    .where('device.removedAt', 'is', null)
    .orderBy('device.name')
    .execute()
}

/** Names of devices, those that were retired as well. */
export function selectDeviceNames(db: Db, storeId: StoreId, deviceIds: readonly DeviceId[]) {
  if (deviceIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('device')
    .select(['deviceId', 'name'])
    .where('storeId', '=', storeId)
    .where('deviceId', 'in', deviceIds)
    .orderBy('name')
    .execute()
}

/** What people wrote down of a store, with the firm that looks after it. */
export function selectStoreCard(db: Db, storeId: StoreId) {
  return db
    .selectFrom('store')
    .leftJoin('vendor', 'vendor.vendorId', 'store.vendorId')
    .select(['store.storeId', 'store.code', 'store.name', 'store.zone', 'store.phone', 'store.note'])
    .select([
      'store.securityAccount',
      'store.openedOn',
      'store.serviceEndsOn',
      'store.taxId',
      'store.address',
    ])
    .select('vendor.name as maintainer')
    .where('store.storeId', '=', storeId)
    .executeTakeFirstOrThrow()
}

/** Terminals of a store that are in use. */
export function selectStoreTerminals(db: Db, storeId: StoreId) {
  return db
    .selectFrom('terminal')
    .leftJoin('terminalState', sameIn('terminalState', 'terminal', 'storeId', 'terminalId'))
    .select([
      'terminal.terminalId',
      'terminalState.connection',
      'terminalState.since',
      'terminalState.program',
    ])
    .where('terminal.storeId', '=', storeId)
    .where('terminal.isEnabled', '=', true)
    .orderBy('terminal.terminalId')
    .execute()
}

/** Another text where something has changed: what is recorded, and pictures that were added, ordered, or did not come. */
export async function selectRevision(db: Db, { storeId, helpSessionId }: SessionKey): Promise<string> {
  const { revision, pictures, orders } = await db
    .selectFrom('helpSession')
    .select('revision')
    .select(
      sql<number>`(select count(*)::int from photo where photo.store_id = help_session.store_id
        and photo.subject_kind = 'help' and photo.subject_id = help_session.help_session_id)`.as('pictures'),
    )
    .select(
      sql<string>`(select count(*) || '.' || count(*) filter (where state = 'ordered') from camera_picture
        where camera_picture.store_id = help_session.store_id and subject_kind = 'help'
          and subject_id = help_session.help_session_id)`.as('orders'),
    )
    .where('storeId', '=', storeId)
    .where('helpSessionId', '=', helpSessionId)
    .executeTakeFirstOrThrow()
  return `${revision}.${pictures}.${orders}`
}

/** For how many minutes a store has been helped so far, the session that goes on included. */
export async function selectHelpedMinutes(db: Db, storeId: StoreId, now: EpochMs): Promise<number> {
  const { minutes } = await db
    .selectFrom('helpSession')
    .select(
      sql<number>`coalesce(round(sum(extract(epoch from coalesce(ended_at, ${sqlInstant(now)}) - opened_at)) / 60), 0)::int`.as(
        'minutes',
      ),
    )
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return minutes
}
