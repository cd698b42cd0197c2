import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { type NotNull, sql } from 'kysely'
import { type Scope, scopeWithout } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import { selectHosts } from '../alarms/host-lost-queries'
import { shownStoreDays } from '../analysis/shown-day-queries'
import { areaDays } from '../analysis/summed-day-queries'
import type { Db } from '../db/connect'

export interface SlotSums {
  readonly ok: number
  readonly deviceLost: number
  readonly hostLost: number
}

export interface ScopeFigures {
  readonly stores: number
  readonly devices: number
  readonly hostsLost: number
  readonly newestReadingAt: EpochMs | null
}

export async function selectScopeFigures(db: Db, scope: Scope): Promise<ScopeFigures> {
  const stores = await db
    .selectFrom('store')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isInScope(scope))
    .executeTakeFirstOrThrow()
  const devices = await db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .where('device.removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('store')
    .innerJoin('latest', 'latest.storeId', 'store.storeId')
    .select(({ fn }) => fn.max('latest.at').as('at'))
    .where(isInScope(scope))
    .where(isShown(scope, 'latest'))
    .executeTakeFirst()
  return {
    stores: stores.count,
    devices: devices.count,
    hostsLost: (await selectHosts(db, scope)).lost,
    newestReadingAt: newest?.at ?? null,
  }
}

/** The stores directly in a department, not below it. */
export function selectOwnStores(db: Db, departmentId: DepartmentId) {
  return db.selectFrom('store').select(['storeId', 'name']).where('departmentId', '=', departmentId).execute()
}

/** Slots of one day of the stores of one department and zone, or of one store directly at the top. */
export interface DaySlots extends SlotSums {
  readonly departmentId: DepartmentId
  readonly storeId: StoreId | null
  readonly zone: string
  readonly on: LocalDate
  readonly computedAt: EpochMs
}

/** Slots per department and day; stores of the department `top` itself are kept apart. */
export async function selectDaySlots(
  db: Db,
  scope: Scope,
  top: DepartmentId,
  days: { readonly first: LocalDate; readonly last: LocalDate },
): Promise<DaySlots[]> {
  const slots = ['ok', 'deviceLost', 'hostLost', 'computedAt', 'on'] as const
  const [below, own] = await Promise.all([
    areaDays(db, 'connection', { scope: scopeWithout(scope, top), ...days })
      .select(['day.departmentId', 'day.zone', ...slots])
      .execute(),
    db
      .selectFrom('store')
      .innerJoin(shownStoreDays('connection', scope, days), 'connectionStoreDay.storeId', 'store.storeId')
      .select(['store.departmentId', 'store.zone', 'store.storeId', ...slots])
      .where('store.departmentId', '=', top)
      .where('connectionStoreDay.on', '>=', days.first)
      .where('connectionStoreDay.on', '<=', days.last)
      .execute(),
  ])
  const rows = [...below.map((row) => ({ ...row, storeId: null })), ...own]
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

/** No day is later. */
const LAST_DAY = localDate('9999-12-31')

/** A terminal that has been connected again since some instant, after its store had lost time in these days. */
export interface HostBack {
  readonly departmentId: DepartmentId
  readonly storeId: StoreId
  readonly zone: string
  readonly at: EpochMs
}

export async function selectHostsBack(
  db: Db,
  scope: Scope,
  since: { readonly at: EpochMs; readonly on: LocalDate },
): Promise<HostBack[]> {
  return db
    .selectFrom('store')
    .innerJoin('terminalState', 'terminalState.storeId', 'store.storeId')
    .select(['store.departmentId', 'store.storeId', 'store.zone', 'terminalState.since as at'])
    .$narrowType<{ at: NotNull }>()
    .where(isInScope(scope))
    .where('terminalState.connection', '=', 'online')
    .where('terminalState.hostLostSince', 'is', null)
    .where('terminalState.since', '>=', since.at)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom(shownStoreDays('connection', scope, { first: since.on, last: LAST_DAY }))
          .select('connectionStoreDay.storeId')
          .whereRef('connectionStoreDay.storeId', '=', 'store.storeId')
          .where('connectionStoreDay.on', '>=', since.on)
          .where('connectionStoreDay.hostLost', '>', 0),
      ),
    )
    .orderBy('terminalState.since', 'desc')
    .execute()
}
