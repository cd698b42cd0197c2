import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { subtreeIds } from '@coldkeep/domain/organisation/department-tree'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectZones } from '../organisation/zone-queries'

/** Fewer entries than this say too little of a large organisation. */
const FEWEST_PARTS = 4

/**
 * What one entry of a card's chart represents: a department below the chosen one, or a store directly in it.
 */
export interface Part {
  readonly name: string
  readonly drill: { readonly departmentId: string; readonly storeId?: string }
  readonly holds: (place: {
    readonly departmentId: DepartmentId
    readonly storeId: StoreId | null
  }) => boolean
}

/** Which days a card speaks of: today and yesterday of each store's own calendar. */
interface HomeDays {
  readonly first: LocalDate
  readonly last: LocalDate
  readonly isToday: (row: ZoneDay) => boolean
  readonly isYesterday: (row: ZoneDay) => boolean
}

interface ZoneDay {
  readonly zone: string
  readonly on: LocalDate
}

/** Today and yesterday by the clocks of the stores of a scope, and the days that hold them all. */
export async function homeDays(db: Db, scope: Scope, now: EpochMs): Promise<HomeDays> {
  const todays = new Map((await selectZones(db, scope)).map((zone) => [zone, localDateOf(zone, now)]))
  const sorted = [...todays.values()].sort()
  const last = sorted.at(-1) ?? localDateOf('UTC', now)
  return {
    first: addDays(sorted[0] ?? last, -1),
    last,
    isToday: ({ zone, on }) => todays.get(zone) === on,
    isYesterday: ({ zone, on }) => dayBefore(todays.get(zone)) === on,
  }
}

/** The parts of a department that a card compares. */
export function partsOf(top: Department, ownStores: readonly { storeId: StoreId; name: string }[]): Part[] {
  const departments = shownDepartments(top, ownStores.length).map(({ id, name }) => {
    const below = new Set(subtreeIds(top, id))
    const drill = { departmentId: String(id) }
    return { name, drill, holds: (place: { departmentId: DepartmentId }) => below.has(place.departmentId) }
  })
  const stores = ownStores.map(({ storeId, name }) => ({
    name,
    drill: { departmentId: String(top.id), storeId: String(storeId) },
    holds: (place: { storeId: StoreId | null }) => place.storeId === storeId,
  }))
  return [...departments, ...stores]
}

/** The departments below, or where those are few, the ones below them, as long as every one has some. */
function shownDepartments(top: Department, ownStores: number): readonly Department[] {
  let level = top.children
  while (
    level.length > 0 &&
    level.length + ownStores < FEWEST_PARTS &&
    level.every(({ children }) => children.length > 0)
  ) {
    level = level.flatMap(({ children }) => children)
  }
  return level
}

function dayBefore(on: LocalDate | undefined): LocalDate | null {
  return on === undefined ? null : addDays(on, -1)
}
