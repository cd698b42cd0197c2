import type { FridgeEntryId } from '@coldkeep/domain/ids'
import type { FridgeList } from '@coldkeep/domain/organisation/fridge-list'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

const columns: Readonly<Record<FridgeList, string>> = {
  brand: 'fridgeBrandId',
  type: 'fridgeTypeId',
  location: 'fridgeLocationId',
}

/** The column of devices that names an entry of a list. */
export function fridgeColumn(list: FridgeList): RawBuilder<FridgeEntryId> {
  return sql.ref<FridgeEntryId>(`device.${columns[list]}`)
}

/** The names of what a device is described by. */
export const fridgeTitles = {
  brand: titleOf('brand').as('fridgeBrand'),
  type: titleOf('type').as('fridgeType'),
  location: titleOf('location').as('fridgeLocation'),
} as const

function titleOf(list: FridgeList) {
  return sql<string | null>`(select named.title from fridge_entry named
    where named.fridge_entry_id = ${fridgeColumn(list)})`
}

/** Sets all devices of an entry to another one, those that are retired too. @returns how many */
export async function moveDevices(
  trx: Trx,
  list: FridgeList,
  { from, into }: { readonly from: FridgeEntryId; readonly into: FridgeEntryId },
): Promise<number> {
  const column = sql.ref(columns[list])
  const { numAffectedRows } = await sql`update device set ${column} = ${into}, revision = revision + 1
    where ${column} = ${from}`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}

/** How many devices an entry has, whoever may see them. */
export async function countDevicesOf(
  db: Db,
  list: FridgeList,
  fridgeEntryId: FridgeEntryId,
): Promise<{ readonly used: number; readonly retired: number }> {
  return db
    .selectFrom('device')
    .select([
      sql<number>`count(*) filter (where removed_at is null)::int`.as('used'),
      sql<number>`count(*) filter (where removed_at is not null)::int`.as('retired'),
    ])
    .where(fridgeColumn(list), '=', fridgeEntryId)
    .executeTakeFirstOrThrow()
}
