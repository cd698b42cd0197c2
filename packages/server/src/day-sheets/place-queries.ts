import type { CheckPlaceDraft, CheckPlaceRow } from '@coldkeep/contract/areas/hand-checks'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import { type CheckLimits, limitsOfPlace } from '@coldkeep/domain/day-sheet/hand-check'
import type { CheckPlaceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'
import { figuresAt } from '../settings/figures-at'

/** Of a store. */
export const MOST_PLACES = 200

function places(db: Db, scope: Scope) {
  return db
    .selectFrom('checkPlace')
    .innerJoin('store', 'store.storeId', 'checkPlace.storeId')
    .leftJoin('device', sameIn('device', 'checkPlace', 'storeId', 'deviceId'))
    .where(isInScope(scope))
    .where(isShown(scope, 'checkPlace'))
    .select([
      'checkPlace.checkPlaceId',
      'checkPlace.revision',
      'checkPlace.storeId',
      'checkPlace.position',
      'checkPlace.name',
      'checkPlace.deviceId',
      'checkPlace.zone',
      'checkPlace.lowC',
      'checkPlace.highC',
      'device.name as deviceName',
      'device.zone as deviceZone',
      'store.code as storeCode',
      'store.country',
      'store.zone as timeZone',
    ])
}

type FoundPlace = Awaited<ReturnType<ReturnType<typeof places>['execute']>>[number]

/** Places of a store in their order, without those that were removed or are withheld. */
export async function selectCheckPlaces(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  now: EpochMs,
): Promise<CheckPlaceRow[]> {
  const rows = await places(db, scope)
    .where('checkPlace.storeId', '=', storeId)
    .where('checkPlace.removedAt', 'is', null)
    .orderBy('checkPlace.position')
    .orderBy('checkPlace.name')
    .limit(MOST_PLACES)
    .execute()
  const [figures] = rows.length === 0 ? [] : await figuresAt(db, [{ storeId, at: now, choiceIds: null }])
  return rows.map((row) => rowOf(row, limitsNow(row, figures?.figures ?? {})))
}

/** A place, also one that was removed since: a phone may have been offline meanwhile. */
export function selectKnownPlace(db: Db, scope: Scope, id: CheckPlaceId): Promise<FoundPlace | undefined> {
  return places(db, scope).where('checkPlace.checkPlaceId', '=', id).executeTakeFirst()
}

/** What a value at a place is held against, by what stood at an instant. */
export async function limitsAt(db: Db, place: FoundPlace, at: EpochMs): Promise<CheckLimits> {
  const [figures] = await figuresAt(db, [{ storeId: place.storeId, at, choiceIds: null }])
  return limitsNow(place, figures?.figures ?? {})
}

/** A place that is about to be written; `null`: there is none that the caller may see. */
export async function lockCheckPlace(
  trx: Trx,
  scope: Scope,
  id: CheckPlaceId,
  now: EpochMs,
): Promise<CheckPlaceRow | null> {
  const seen = () =>
    places(trx, scope)
      .where('checkPlace.checkPlaceId', '=', id)
      .where('checkPlace.removedAt', 'is', null)
      .executeTakeFirst()
  const found = await seen()
  if (found === undefined) return null
  await trx
    .selectFrom('checkPlace')
    .select('revision')
    .where('storeId', '=', found.storeId)
    .where('checkPlaceId', '=', id)
    .forUpdate()
    .execute()
  const row = await seen()
  return row === undefined ? null : rowOf(row, await limitsAt(trx, row, now))
}

export async function countPlaces(db: Db, storeId: StoreId): Promise<number> {
  const { count } = await db
    .selectFrom('checkPlace')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('storeId', '=', storeId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCheckPlace(trx: Trx, draft: CheckPlaceDraft, now: EpochMs): Promise<void> {
  await trx
    .insertInto('checkPlace')
    .values({ ...columnsOf(draft), storeId: draft.storeId, createdAt: now })
    .execute()
}

export async function updateCheckPlace(
  trx: Trx,
  { storeId, id }: Pick<CheckPlaceRow, 'storeId' | 'id'>,
  draft: CheckPlaceDraft,
): Promise<void> {
  await trx
    .updateTable('checkPlace')
    .set({ ...columnsOf(draft), revision: sql<number>`revision + 1` })
    .where('storeId', '=', storeId)
    .where('checkPlaceId', '=', id)
    .execute()
}

export async function endCheckPlace(
  trx: Trx,
  { storeId, id }: Pick<CheckPlaceRow, 'storeId' | 'id'>,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('checkPlace')
    .set({ removedAt: now })
    .where('storeId', '=', storeId)
    .where('checkPlaceId', '=', id)
    .execute()
}

function columnsOf({ position, name, deviceId, zone, lowC, highC }: CheckPlaceDraft) {
  return { position, name, deviceId, zone, lowC, highC }
}

function limitsNow(
  { zone, deviceZone, country, lowC, highC }: FoundPlace,
  figures: Partial<Record<TemperatureZone, Parameters<typeof zoneLimits>[2]>>,
): CheckLimits {
  const known = zone ?? deviceZone
  return limitsOfPlace({ lowC, highC }, known === null ? null : zoneLimits(known, country, figures[known]))
}

function rowOf(row: FoundPlace, limits: CheckLimits): CheckPlaceRow {
  const { checkPlaceId: id, revision, storeId, position, name, deviceId, deviceName, zone, lowC, highC } = row
  return { id, revision, storeId, position, name, deviceId, deviceName, zone, lowC, highC, limits }
}
