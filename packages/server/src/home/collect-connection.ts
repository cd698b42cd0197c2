import type { Department } from '@coldkeep/domain/organisation/department'
import type { SettingPlace } from '@coldkeep/domain/organisation/setting-scope'
import { days, type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Scope } from '../access/scope'
import { selectHosts } from '../alarms/host-lost-queries'
import type { Db } from '../db/connect'
import { figureRules } from '../settings/figure-rules'
import { type SlotSums, selectDaySlots, selectHostsBack, selectOwnStores } from './home-connection-queries'
import { homeDays, type Part, partsOf } from './parts'

/** One gauge: a department below the chosen one, or a store directly in it. */
interface HomePart {
  readonly name: string
  readonly drill: { readonly departmentId: string; readonly storeId?: string }
  readonly today: SlotSums
  readonly yesterday: SlotSums
}

/** Hosts that are connected again, grouped by the parts of the home screen. */
interface NewsOfHosts {
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
  /** From which percent on rates are good, and fair. */
  readonly classes: { readonly good: number; readonly fair: number }
  readonly computedAt: EpochMs
}

/**
 * The figures of the connection card of a department; today and yesterday are those of each store's own
 * calendar.
 */
export async function collectHomeConnection(
  db: Db,
  scope: Scope,
  { top, place }: { readonly top: Department; readonly place: SettingPlace },
  now: EpochMs,
): Promise<HomeConnection> {
  const { first, last, isToday, isYesterday } = await homeDays(db, scope, now)
  const [slots, ownStores, hosts, back, { figures }] = await Promise.all([
    selectDaySlots(db, scope, top.id, { first, last }),
    selectOwnStores(db, top.id),
    selectHosts(db, scope),
    selectHostsBack(db, scope, { at: later(now, -days(1)), on: first }),
    figureRules.connection.holding(db, place),
  ])
  const parts = partsOf(top, ownStores)
  return {
    today: sumOf(slots.filter(isToday)),
    yesterday: sumOf(slots.filter(isYesterday)),
    parts: parts.map(({ name, drill, holds }) => {
      const own = slots.filter(holds)
      return { name, drill, today: sumOf(own.filter(isToday)), yesterday: sumOf(own.filter(isYesterday)) }
    }),
    hosts,
    hostsBack: newsOf(parts, back),
    classes: { good: figures.good as number, fair: figures.fair as number },
    computedAt: slots.length === 0 ? now : epochMs(Math.max(...slots.map((row) => row.computedAt))),
  }
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

function sumOf(rows: readonly SlotSums[]): SlotSums {
  const sum = { ok: 0, deviceLost: 0, hostLost: 0 }
  for (const row of rows) {
    sum.ok += row.ok
    sum.deviceLost += row.deviceLost
    sum.hostLost += row.hostLost
  }
  return sum
}
