import type { planApply, readApply } from '@coldkeep/contract/areas/parameter-applies'
import type { readParameterDevice } from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, DeviceId, ParameterProfileId, StoreId } from '@coldkeep/domain/ids'

/** What is shown of a device, of a plan, and of a file that is being applied. */
export type DeviceDetail = Answer<typeof readParameterDevice>
export type ApplyPlan = Answer<typeof planApply>
export type ApplyDetail = Answer<typeof readApply>

/** Where a file applies. */
export interface ApplyPlace {
  readonly profileId: ParameterProfileId
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | null
  /** `null`: devices that do not say theirs; `undefined`: all. */
  readonly firmware: number | null | undefined
}

/** What a file is compared with; `null`: still to be chosen. */
export type OtherSide =
  | { readonly kind: 'version'; readonly id: number | null }
  | { readonly kind: 'file'; readonly id: ParameterProfileId | null }
  | { readonly kind: 'device'; readonly id: DeviceId | null }
