import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { subtreeIds } from '@coldkeep/domain/organisation/department-tree'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../../db/connect'
import type { Scope } from '../../http/scope'
import {
  type DaySlots,
  type SlotSums,
  selectDaySlots,
  selectHosts,
  selectHostsBack,
  selectOwnStores,
  selectZones,
} from './queries'

/** One gauge: a department below the chosen one, or a store that stands directly in it. */
export interface HomePart {
  readonly name: string
  readonly drill: { readonly depart: string; readonly store?: string }
  readonly today: SlotSums
  readonly yesterday: SlotSums
}

/** Hosts that are connected again, told together for each part of the home screen. */
export interface NewsOfHosts {
  readonly place: string
  readonly count: number
  /** Of the last of them, and the zone of its store. */
  readonly at: EpochMs
  readonly zone: string
}

export interface HomeConnection {
  readonly today: SlotSums
  readonly yesterday: SlotSums
  readonly parts: readonly HomePart[]
  readonly hosts: { readonly known: number; readonly lost: number }
  readonly hostsBack: readonly NewsOfHosts[]
  readonly computedAt: EpochMs
}

interface Part {
  readonly name: string
  readonly drill: HomePart['drill']
  readonly holds: (place: {
    readonly departmentId: DepartmentId
    readonly storeId: StoreId | null
  }) => boolean
}

/** What the connection card of a department tells; today and yesterday are those of each store's own calendar. */
export async function collectHomeConnection(
  db: Db,
  scope: Scope,
  top: Department,
  now: EpochMs,
): Promise<HomeConnection> {
  const todays = new Map((await selectZones(db, scope)).map((zone) => [zone, localDateOf(zone, now)]))
  const sorted = [...todays.values()].sort()
  const last = sorted.at(-1) ?? localDateOf('UTC', now)
  const first = addDays(sorted[0] ?? last, -1)
  const slots = await selectDaySlots(db, scope, top.id, { first, last })
  const parts = partsOf(top, await selectOwnStores(db, top.id))
  const isToday = (row: DaySlots) => todays.get(row.zone) === row.on
  const isYesterday = (row: DaySlots) => dayBefore(todays.get(row.zone)) === row.on
  return {
    today: sumOf(slots.filter(isToday)),
    yesterday: sumOf(slots.filter(isYesterday)),
    parts: parts.map(({ name, drill, holds }) => {
      const own = slots.filter(holds)
      return { name, drill, today: sumOf(own.filter(isToday)), yesterday: sumOf(own.filter(isYesterday)) }
    }),
    hosts: await selectHosts(db, scope),
    hostsBack: newsOf(parts, await selectHostsBack(db, scope, { at: later(now, -days(1)), on: first })),
    computedAt: slots.length === 0 ? now : epochMs(Math.max(...slots.map((row) => row.computedAt))),
  }
}

function partsOf(top: Department, ownStores: readonly { storeId: StoreId; name: string }[]): Part[] {
  const departments = gaugeDepartments(top, ownStores.length).map(({ id, name }) => {
    const below = new Set(subtreeIds(top, id))
    const drill = { depart: String(id) }
    return { name, drill, holds: (place: { departmentId: DepartmentId }) => below.has(place.departmentId) }
  })
  const stores = ownStores.map(({ storeId, name }) => ({
    name,
    drill: { depart: String(top.id), store: String(storeId) },
    holds: (place: { storeId: StoreId | null }) => place.storeId === storeId,
  }))
  return [...departments, ...stores]
}

/** Fewer gauges than this say too little of a large organisation. */
const FEWEST_GAUGES = 4

/** The departments below, or where those are few, the ones below them, as long as every one has some. */
function gaugeDepartments(top: Department, ownStores: number): readonly Department[] {
  let level = top.children
  while (
    level.length > 0 &&
    level.length + ownStores < FEWEST_GAUGES &&
    level.every(({ children }) => children.length > 0)
  ) {
    level = level.flatMap(({ children }) => children)
  }
  return level
}

function newsOf(parts: readonly Part[], back: Awaited<ReturnType<typeof selectHostsBack>>): NewsOfHosts[] {
  return parts
    .map(({ name, holds }) => ({ place: name, hosts: back.filter(holds) }))
    .flatMap(({ place, hosts }) => {
      const newest = hosts[0]
      return newest === undefined ? [] : [{ place, count: hosts.length, at: newest.at, zone: newest.zone }]
    })
    .sort((a, b) => b.at - a.at)
}

function dayBefore(on: LocalDate | undefined): LocalDate | null {
  return on === undefined ? null : addDays(on, -1)
}

function sumOf(rows: readonly SlotSums[]): SlotSums {
  const sum = { ok: 0, deviceLost: 0, hostLost: 0 }
  for (const row of rows) {
    sum.ok += row.ok
    sum.deviceLost += row.deviceLost
    sum.hostLost += row.hostLost
  }
  return sum
}
