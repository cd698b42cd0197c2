import type { DepartmentId } from '@coldkeep/domain/ids'
import { storeColumns } from '@coldkeep/domain/organisation/store-cells'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireIdOrAll } from '../wire/id'

/** Some 20,000 stores with all their fields. */
export const MAX_STORE_FILE_BYTES = 8 * 1024 * 1024
/** Characters; a byte and more each. */
const LONGEST_FILE = MAX_STORE_FILE_BYTES

const column = z.enum(storeColumns)

const fault = z.object({
  /** Line of the file, from 1; 0: the file as a whole. */
  row: z.int(),
  /** As the head of the file has it; empty: the row as a whole. */
  column: z.string(),
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
  value: z.string(),
})
export type StoreFileFault = z.output<typeof fault>

const importResult = z.object({
  /** Of what the file would do, for the call that does it; `null` while there is a fault. */
  plan: z.nullable(z.string()),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Vendors that do not exist yet. */
  newVendors: z.array(z.string()),
  /** The first 200 of the changes, store by store. */
  changes: z.array(
    z.object({ code: z.string(), name: z.string(), isNew: z.boolean(), columns: z.array(column) }),
  ),
  faultCount: z.int(),
  /** The first 200. */
  faults: z.array(fault),
})
export type StoreImportResult = z.output<typeof importResult>

export const storesCsv = defineCall({
  method: 'GET',
  path: '/api/v2/stores/csv',
  access: ['2-2-5'],
  cost: 'heavy',
  summary: 'A table of stores as the import takes it: of a department and those below it, or its head alone.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    rows: z._default(z.enum(['all', 'none']), 'all'),
  }),
  answer: z.object({ csv: z.string() }),
})

export const previewStores = defineCall({
  method: 'POST',
  path: '/api/v2/stores/import/preview',
  access: ['2-2-5'],
  cost: 'heavy',
  summary:
    'What a table of stores would add and change, or what is wrong with it, by row and column. Changes nothing.',
  // a text in JSON may be twice as long as its file
  maxBodyBytes: 2 * MAX_STORE_FILE_BYTES,
  body: z.object({ csv: z.string().check(z.minLength(1), z.maxLength(LONGEST_FILE)) }),
  answer: importResult,
})

export const importStores = defineCall({
  method: 'POST',
  path: '/api/v2/stores/import',
  access: ['2-2-5'],
  cost: 'heavy',
  summary:
    'Adds and changes stores as a table says, all or nothing; stores are known by their number, and none is removed. Refused where it would do something else than in the preview.',
  maxBodyBytes: 2 * MAX_STORE_FILE_BYTES,
  body: z.object({
    csv: z.string().check(z.minLength(1), z.maxLength(LONGEST_FILE)),
    /** Of the preview. */
    plan: z.string().check(z.minLength(1), z.maxLength(100)),
    fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  }),
  answer: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
})
