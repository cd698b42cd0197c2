import type { DepartmentId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { as } from './dialect'
import { wireId } from './id'
import { idOf } from './row'

/** The department something belongs to, which is used there and below; `null`: it comes with the product. */
const wireOwner = z.nullable(z.object({ id: wireId<DepartmentId>(), name: z.string() }))
export type Owner = z.output<typeof wireOwner>

/** The department that a row belongs to, as it is shown. */
export interface Owned {
  readonly owner: Owner
  /** It belongs to the caller's department or to one below. */
  readonly canEdit: boolean
}

/** On the wire. */
export const ownedFields = { owner: wireOwner, canEdit: z.boolean() }

/** To which department something new is to belong; the caller's own when left out. */
export const newOwner = { departmentId: as('department', z.optional(wireId<DepartmentId>())) }
export const newOwnerId = { departmentId: z.optional(idOf<DepartmentId>()) }

/** Which of several things of one name is meant; the nearest to the caller's department when left out. */
export const namedOwner = {
  owner: z.optional(z.union([z.literal('product'), wireId<DepartmentId>()])),
}
export type NamedOwner = DepartmentId | 'product' | undefined
