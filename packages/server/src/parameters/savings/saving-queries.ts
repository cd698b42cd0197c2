import type { DeviceId, DeviceModelId, StoreId } from '@coldkeep/domain/ids'
import type { Saving, SavingKind } from '@coldkeep/domain/parameters/saving'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope'
import { isInScope, isShown } from '../../access/scope-queries'
import type { Db, Trx } from '../../db/connect'
import { instantText } from '../../db/instants'

/** Savings that one act would bring about: of one kind, at devices of one model, by the same change. */
export interface SavingGroupKey {
  readonly kind: SavingKind
  readonly deviceModelId: DeviceModelId
  /** `null`, as the others: it is for people to do. */
  readonly code: string | null
  readonly before: number | null
  readonly value: number | null
}

/** Where savings are looked for. */
export interface SavingPlace {
  readonly scope: Scope
  readonly storeId: StoreId | null
}

/** A statement takes 65,535 values, and a row has twelve. */
const ROWS_AT_ONCE = 1_000

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Stores whose devices were not looked at since an instant, those that wait longest first. */
export async function selectUnlookedStores(db: Db, since: EpochMs, limit: number): Promise<StoreId[]> {
  const rows = await db
    .selectFrom('store')
    .leftJoin('savingStore', 'savingStore.storeId', 'store.storeId')
    .select('store.storeId')
    .where(sql<SqlBool>`coalesce(saving_store.computed_at, '-infinity') < ${instantText(since)}::timestamptz`)
    .where(
      sql<SqlBool>`exists (select from device d where d.store_id = store.store_id and d.removed_at is null)`,
    )
    .orderBy(sql`saving_store.computed_at nulls first`)
    .orderBy('store.storeId')
    .limit(limit)
    .execute()
  return rows.map(({ storeId }) => storeId)
}

export interface FoundSaving extends Saving {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly deviceModelId: DeviceModelId
}

/** What was found in stores takes the place of what was found before. */
export async function replaceSavings(
  trx: Trx,
  looked: readonly { readonly storeId: StoreId; readonly computedAt: EpochMs }[],
  found: readonly FoundSaving[],
): Promise<void> {
  const storeIds = looked.map(({ storeId }) => storeId)
  await sql`delete from saving where store_id = any(${storeIds}::int[])`.execute(trx)
  for (let first = 0; first < found.length; first += ROWS_AT_ONCE)
    await trx
      .insertInto('saving')
      .values(
        found.slice(first, first + ROWS_AT_ONCE).map(({ change, basis, ...saving }) => ({
          ...saving,
          code: change?.code ?? null,
          before: change?.before ?? null,
          value: change?.value ?? null,
          basis: JSON.stringify(basis),
        })),
      )
      .execute()
  await sql`insert into saving_store (store_id, computed_at)
    select store_id, computed_at from unnest(${storeIds}::int[],
      ${looked.map(({ computedAt }) => instantText(computedAt))}::timestamptz[]) as u (store_id, computed_at)
    on conflict (store_id) do update set computed_at = excluded.computed_at`.execute(trx)
}

function matching(db: Db, { scope, storeId }: SavingPlace) {
  return db
    .selectFrom('store')
    .innerJoin('saving', 'saving.storeId', 'store.storeId')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'saving.deviceModelId')
    .where(isInScope(scope))
    .where(isShown(scope, 'saving'))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
}

/** Savings of a place by what would bring them about; those that bring most first, those without a figure last. */
export function selectSavingGroups(db: Db, place: SavingPlace, { offset, limit }: Page) {
  return matching(db, place)
    .select([
      'saving.kind',
      'saving.deviceModelId',
      'saving.code',
      'saving.before',
      'saving.value',
      'deviceModel.brand',
      'deviceModel.model',
    ])
    .select([
      sql<number>`count(*)::int`.as('devices'),
      sql<number>`count(distinct saving.store_id)::int`.as('stores'),
      sql<number>`count(saving.kwh_low)::int`.as('metered'),
      sql<number | null>`sum(saving.kwh_low)`.as('kwhLow'),
      sql<number | null>`sum(saving.kwh_high)`.as('kwhHigh'),
      sql<number>`min(saving.share_low)`.as('shareLow'),
      sql<number>`max(saving.share_high)`.as('shareHigh'),
      sql<number>`(count(*) over ())::int`.as('total'),
    ])
    .groupBy([
      'saving.kind',
      'saving.deviceModelId',
      'saving.code',
      'saving.before',
      'saving.value',
      'deviceModel.brand',
      'deviceModel.model',
    ])
    .orderBy(sql`sum(saving.kwh_high) desc nulls last`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('saving.kind')
    .orderBy('deviceModel.brand')
    .orderBy('deviceModel.model')
    .orderBy('saving.before')
    .orderBy('saving.value')
    .offset(offset)
    .limit(limit)
    .execute()
}

export type SavingGroupRow = Awaited<ReturnType<typeof selectSavingGroups>>[number]

function ofGroup(db: Db, place: SavingPlace, { kind, deviceModelId, code, before, value }: SavingGroupKey) {
  return matching(db, place)
    .where('saving.kind', '=', kind)
    .where('saving.deviceModelId', '=', deviceModelId)
    .where(sql<SqlBool>`saving.code is not distinct from ${code}::text`)
    .where(sql<SqlBool>`saving.before is not distinct from ${before}::float8`)
    .where(sql<SqlBool>`saving.value is not distinct from ${value}::float8`)
}

/** The devices of a group, those that would save most first. */
export function selectSavingDevices(
  db: Db,
  place: SavingPlace,
  key: SavingGroupKey,
  { offset, limit }: Page,
) {
  return ofGroup(db, place, key)
    .innerJoin('device', (join) =>
      join.onRef('device.storeId', '=', 'saving.storeId').onRef('device.deviceId', '=', 'saving.deviceId'),
    )
    .select([
      'saving.deviceId',
      'saving.storeId',
      'device.name',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone as timeZone',
      'saving.shareLow',
      'saving.shareHigh',
      'saving.kwhLow',
      'saving.kwhHigh',
      'saving.basis',
    ])
    .orderBy(sql`saving.kwh_high desc nulls last`)
    .orderBy('store.code')
    .orderBy('device.name')
    .orderBy('saving.deviceId')
    .offset(offset)
    .limit(limit)
    .execute()
}

export type SavingDeviceRow = Awaited<ReturnType<typeof selectSavingDevices>>[number]

/** How many devices a group has. */
export async function countSavingDevices(db: Db, place: SavingPlace, key: SavingGroupKey): Promise<number> {
  const { count } = await ofGroup(db, place, key)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
