import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { days, epochMs, later } from '@coldkeep/domain/time/instant'
import type { Db } from '@coldkeep/server/db/connect'
import { describeFridge, insertFridgeEntry } from '@coldkeep/server/testing/plant/plant-fridge-lists'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import type { Planting } from './plant-fleet'

/** Makers that do not exist. Two are one: someone entered it again below. */
const brands = [
  { title: 'Permafrost', contact: 'Lin', phone: '+886 2 5555 0101', address: '12 Ice House Rd, Taipei' },
  { title: 'Borealux', contact: 'Sato', phone: '+81 3 5555 0102', address: '3-4 Kitahama, Osaka' },
  { title: 'Hyohaku Works', contact: '', phone: '', address: '' },
] as const
const double = 'Perma-Frost'
const proposed = 'Glacierline'

const locations = ['Entrance', 'Back wall', 'Middle aisle', 'Checkout', 'Stock room'] as const

const types = {
  doored_case: ['Upright, glass door', 'Island freezer'],
  open_case: ['Multideck, open'],
  walk_in: ['Walk-in room'],
  hot_case: ['Heated counter'],
  main_meter: [],
  sub_meter: [],
} as const satisfies Record<DeviceType, readonly string[]>

/**
 * Lists of the company, and what each fridge is by them; meters are none.
 * @returns the types of fridges by their titles
 */
export function plantFridgeLists(
  db: Db,
  fleet: Fleet,
  { departments, planted }: Planting,
): Promise<ReadonlyMap<string, FridgeEntryId>> {
  return db.transaction().execute(async (trx) => {
    const [top, below] = departments
    if (top === undefined || below === undefined) throw new Error('the demo has no departments')
    const add = async (list: FridgeList, titles: readonly string[], departmentId = top.id) =>
      Promise.all(titles.map((title) => insertFridgeEntry(trx, { list, departmentId, title })))
    const made: FridgeEntryId[] = []
    for (const brand of brands)
      made.push(await insertFridgeEntry(trx, { list: 'brand', departmentId: top.id, ...brand }))
    const [again] = await add('brand', [double], below.id)
    const at = later(epochMs(fleet.madeAtMs), -days(2))
    await insertFridgeEntry(trx, {
      ...{ list: 'brand', departmentId: below.id, title: proposed, contact: 'Ito', phone: '+81 6 5555 0103' },
      proposed: { by: 'Engineer', at },
    })
    const places = await add('location', locations)
    const kinds = new Map<string, FridgeEntryId>()
    for (const title of Object.values(types).flat()) {
      const [id] = await add('type', [title])
      if (id !== undefined) kinds.set(title, id)
    }
    const withDouble = idsBelow(below)
    for (const store of fleet.stores) {
      // the first maker equips some stores of the department that entered it again
      const department = departments[store.departmentIndex]
      const isBelow = department !== undefined && withDouble.has(department.id)
      const storeBrand = isBelow && store.index % 3 === 0 ? again : made[store.index % made.length]
      for (const [index, { type }] of store.devices.entries()) {
        const row = planted.stores[store.index]
        const deviceId = row?.devices[index]?.deviceId
        const titles: readonly string[] = types[type]
        if (row === undefined || deviceId === undefined || titles.length === 0) continue
        await describeFridge(
          trx,
          { storeId: row.storeId, deviceId },
          {
            brand: storeBrand ?? null,
            type: kinds.get(titles[index % titles.length] ?? '') ?? null,
            location: places[(store.index + index) % places.length] ?? null,
          },
        )
      }
    }
    return kinds
  })
}

function idsBelow(top: Planting['departments'][number]): ReadonlySet<number> {
  return new Set([top.id, ...top.children.flatMap((child) => [...idsBelow(child)])])
}
