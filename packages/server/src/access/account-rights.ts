import { type EquipmentRights, equipmentRights } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { RightRow } from './account-right-queries'

/** What an account was granted, wherever its stores are. */
export interface AccountRights {
  readonly pageKeys: ReadonlySet<PageKey>
  readonly equipment: EquipmentRights
}

export function rightsOf({ grantedPages, shownWithPages, equipmentPermissions }: RightRow): AccountRights {
  const granted = new Set(grantedPages)
  return {
    pageKeys: new Set(pageKeys.filter((key) => granted.has(key))),
    equipment: equipmentRights(equipmentPermissions ?? [], shownWithPages ?? []),
  }
}
