import { type Priority, priorities } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { subtreeIds } from '@coldkeep/domain/organisation/department-tree'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectOwnStores } from './home-connection-queries'
import { type Place, selectAlarmCounts, selectStoreCounts } from './home-organisation-queries'

/** A department or a store directly below the chosen one, with what is in it. */
export interface OrganisationPart {
  readonly name: string
  readonly departmentId: DepartmentId
  readonly storeId: StoreId | null
  readonly stores: number
  readonly hostsLost: number
  readonly open: Readonly<Record<Priority, number>>
}

/** The parts of a department in the order of the organisation, its own stores last. */
export async function collectOrganisation(
  db: Db,
  scope: Scope,
  top: Department,
): Promise<readonly OrganisationPart[]> {
  const stores = await selectStoreCounts(db, scope, top.id)
  const alarms = await selectAlarmCounts(db, scope, top.id)
  const ownStores = await selectOwnStores(db, top.id)
  const partOf = (
    part: Pick<OrganisationPart, 'name' | 'departmentId' | 'storeId'>,
    holds: (place: Place) => boolean,
  ): OrganisationPart => ({
    ...part,
    stores: sum(stores.filter(holds).map((row) => row.stores)),
    hostsLost: sum(stores.filter(holds).map((row) => row.hostsLost)),
    open: Object.fromEntries(
      priorities.map((priority) => [
        priority,
        sum(alarms.filter((row) => row.priority === priority && holds(row)).map((row) => row.alarms)),
      ]),
    ) as Record<Priority, number>,
  })
  return [
    ...top.children.map(({ id, name }) => {
      const below = new Set(subtreeIds(top, id))
      return partOf({ name, departmentId: id, storeId: null }, (place) => below.has(place.departmentId))
    }),
    ...ownStores.map(({ storeId, name }) =>
      partOf({ name, departmentId: top.id, storeId }, (place) => place.storeId === storeId),
    ),
  ]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
