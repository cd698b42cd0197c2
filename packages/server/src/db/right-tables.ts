import type { EquipmentKind, GuardedKind } from '@coldkeep/domain/access/equipment'
import type {
  AccountId,
  DevicePermissionId,
  DevicePermissionTypeId,
  PagePermissionId,
  PagePermissionTypeId,
} from '@coldkeep/domain/ids'
import type { Generated } from 'kysely'

interface PagePermissionTypeTable {
  pagePermissionTypeId: Generated<PagePermissionTypeId>
  title: string
  pageKeys: string[]
  revision: Generated<number>
}
interface PagePermissionTable {
  pagePermissionId: Generated<PagePermissionId>
  accountId: AccountId
  pagePermissionTypeId: PagePermissionTypeId
  given: Generated<GuardedKind[]>
  revision: Generated<number>
}
interface DevicePermissionTypeTable {
  devicePermissionTypeId: Generated<DevicePermissionTypeId>
  title: string
  sees: GuardedKind[]
  writes: EquipmentKind[]
  revision: Generated<number>
}
interface DevicePermissionTable {
  devicePermissionId: Generated<DevicePermissionId>
  accountId: AccountId
  devicePermissionTypeId: DevicePermissionTypeId
  given: GuardedKind[]
  revision: Generated<number>
}

export interface RightTables {
  pagePermissionType: PagePermissionTypeTable
  pagePermission: PagePermissionTable
  devicePermissionType: DevicePermissionTypeTable
  devicePermission: DevicePermissionTable
}
