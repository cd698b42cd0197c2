import type { DepartmentId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId } from '../wire/id'
import { department } from './organisation'

/** More than 5,000 departments, set out for reading. */
export const MAX_DEPARTMENT_FILE_BYTES = 2 * 1024 * 1024

const id = wireId<DepartmentId>()
/** Names from the top of the caller down to the department itself. */
const path = z.array(z.string())

const departmentRow = z.object({
  id,
  /** `null` for the top of the caller. */
  parent: z.nullable(id),
  name: z.string(),
  /** Directly in it, not in those below. */
  stores: z.int(),
  accounts: z.int(),
})
export type DepartmentRow = z.output<typeof departmentRow>

const overview = z.object({
  /** Of the whole tree: a write carries the one it was decided on. */
  revision: z.string(),
  /** Each before those below it, brothers in their order. */
  departments: z.array(departmentRow),
})

const fault = z.object({
  /** In the file, as in `children.0.name`; empty: the file as a whole. */
  place: z.string(),
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
})

const changes = z.object({
  added: z.array(z.object({ path })),
  moved: z.array(z.object({ id, name: z.string(), from: path, to: path })),
  renamed: z.array(z.object({ id, from: z.string(), path })),
  removed: z.array(
    z.object({
      id,
      path,
      /** What prevents it: how many there are, and the first of them. */
      stores: z.int(),
      storeNames: z.array(z.string()),
      accounts: z.int(),
      accountNames: z.array(z.string()),
    }),
  ),
  isReordered: z.boolean(),
})
export type DepartmentChanges = z.output<typeof changes>
export type DepartmentFileFault = z.output<typeof fault>

export const departmentSample = defineCall({
  method: 'GET',
  path: '/api/v2/util/department/sample',
  access: ['2-2-5'],
  summary: 'The departments from the own one down, as an update file has them.',
  answer: department,
})

export const listDepartments = defineCall({
  method: 'GET',
  path: '/api/v2/util/department/list',
  access: ['2-2-5'],
  summary: 'The departments from the own one down, with how many stores and accounts are in each.',
  answer: overview,
})

const file = {
  document: z.unknown(),
  /** By which people know it. */
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
}

export const previewDepartments = defineCall({
  method: 'POST',
  path: '/api/v2/util/department/preview',
  access: ['2-2-5'],
  cost: 'heavy',
  summary:
    'What an update file would add, move, rename and remove, or what is wrong with it. Changes nothing.',
  maxBodyBytes: MAX_DEPARTMENT_FILE_BYTES,
  body: z.object(file),
  answer: z.object({
    revision: z.string(),
    changes: z.nullable(changes),
    /** The file is not taken while there is one. */
    faults: z.array(fault),
  }),
})

export const updateDepartments = defineCall({
  method: 'PATCH',
  path: '/api/v2/util/department/update',
  access: ['2-2-5'],
  cost: 'heavy',
  summary:
    'Makes the departments as an update file says, all or nothing. Refused where they are not those of the preview any more.',
  maxBodyBytes: MAX_DEPARTMENT_FILE_BYTES,
  body: z.object({
    ...file,
    /** Of the preview. */
    revision: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  answer: overview,
})
