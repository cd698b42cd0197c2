import type { DepartmentId, StoreId, VendorId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'

const departmentId = wireId<DepartmentId>()

/** A department with everything below it. `level_name` is what the chain calls this level. */
export const department: z.ZodMiniType<Department> = z.object({
  id: departmentId,
  name: z.string(),
  get children() {
    return z.array(department)
  },
}) as unknown as z.ZodMiniType<Department>

export const departmentMap = defineCall({
  method: 'GET',
  path: '/api/v2/department-map',
  access: 'signed_in',
  summary: 'The part of the organisation that the caller may see.',
  answer: department,
})

export const listStores = defineCall({
  method: 'GET',
  path: '/api/v2/stores',
  access: 'signed_in',
  summary:
    'The stores of a department and of those below it; of all that the caller sees where none is named.',
  query: z.object({ departmentId: as('depart', wireIdOrAll<DepartmentId>()) }),
  answer: z.array(z.object({ id: wireId<StoreId>(), name: z.string(), code: z.string() })),
})

export const listVendors = defineCall({
  method: 'GET',
  path: '/api/v2/vendors',
  access: 'signed_in',
  summary: 'The maintenance vendors of the stores of a department.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    type: z._default(z.literal('all'), 'all'),
  }),
  answer: z.array(z.object({ id: wireId<VendorId>(), name: z.string() })),
})

export const searchStores = defineCall({
  method: 'GET',
  path: '/api/v2/store-quick',
  access: 'signed_in',
  summary: 'Stores whose number or name contains the text, or any without one; at most 20.',
  query: z.object({ search: as('key', z._default(z.string().check(z.maxLength(80)), '')) }),
  answer: z.array(
    z.object({
      id: wireId<StoreId>(),
      name: z.string(),
      code: z.string(),
      departmentId: as('depart', departmentId),
    }),
  ),
})
