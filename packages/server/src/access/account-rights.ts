import {
  type EquipmentPermission,
  type EquipmentRights,
  equipmentRights,
} from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import { sql } from 'kysely'

/** What an account was granted, wherever its stores are. */
export interface AccountRights {
  readonly pageKeys: ReadonlySet<PageKey>
  readonly equipment: EquipmentRights
}

interface RightRow {
  readonly grantedPages: readonly string[] | null
  readonly equipmentPermissions: readonly EquipmentPermission[] | null
}

/** To be selected by queries of accounts; {@link rightsOf} reads them. They come with the account in one turn. */
export const rightColumns = [
  sql<RightRow['grantedPages']>`(select array_agg(distinct granted.key)
    from page_permission p join page_permission_type t using (page_permission_type_id),
      unnest(t.page_keys) as granted (key)
    where p.account_id = account.account_id)`.as('grantedPages'),
  sql<RightRow['equipmentPermissions']>`(select jsonb_agg(
      jsonb_build_object('sees', t.sees, 'writes', t.writes, 'given', p.given))
    from device_permission p join device_permission_type t using (device_permission_type_id)
    where p.account_id = account.account_id)`.as('equipmentPermissions'),
] as const

export function rightsOf({ grantedPages, equipmentPermissions }: RightRow): AccountRights {
  const granted = new Set(grantedPages)
  return {
    pageKeys: new Set(pageKeys.filter((key) => granted.has(key))),
    equipment: equipmentRights(equipmentPermissions ?? []),
  }
}
