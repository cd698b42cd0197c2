import type { DepartmentId, StoreId, VendorId } from '../ids'

/** A shop: one place, one time zone, one maintenance supplier. */
export interface Store {
  readonly id: StoreId
  readonly departmentId: DepartmentId
  readonly vendorId: VendorId | null
  /** The chain's own store number, as people say it. */
  readonly code: string
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** IANA time zone, for example `Asia/Taipei`. */
  readonly zone: string
  readonly address: string
  /** Minutes after local midnight; equal values mean open all day. */
  readonly opensAtMinute: number
  readonly closesAtMinute: number
}
