import type {
  DevicePermissionId,
  DevicePermissionTypeId,
  Id,
  PagePermissionId,
  PagePermissionTypeId,
} from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId, wireIdOrAll } from '../wire/id'
import { pagedBy } from '../wire/page'
import { readRevision } from '../wire/setting'
import { wireColumn } from '../wire/table'

const access = ['2-2-4'] as const
const base = '/api/v2/util/auth'
const MOST_AT_ONCE = 200

/**
 * Rises with each write of the row; a write carries the one it is based on. Without it nothing is compared.
 */
export const wireRevision = z.int().check(z.gte(1))
const login = z.string().check(z.minLength(1), z.maxLength(120))
const rowsOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(row).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

const pageId = wireId<PagePermissionId>()
const pageTypeId = wireId<PagePermissionTypeId>()
const deviceId = wireId<DevicePermissionId>()
const deviceTypeId = wireId<DevicePermissionTypeId>()

const pair = z.tuple([z.boolean(), z.boolean()])

/** The account of the permission, and what else people want to see of it. */
const shown = {
  name: z.string(),
  isEnabled: z.boolean(),
  /** Of the category. */
  permission: z.string(),
  revision: wireRevision,
}

/** What a permission of either table has in common. */
interface CommonPermission<Id, TypeId> {
  readonly id: Id
  readonly account: string
  readonly accountName: string
  readonly isEnabled: boolean
  readonly type: TypeId
  readonly typeTitle: string
  readonly revision: number
}
/** Which guarded equipment is given. */
interface Guarded {
  readonly walkIn: boolean
  readonly c4: boolean
}
export type PagePermission = CommonPermission<PagePermissionId, PagePermissionTypeId> & Guarded
export type DevicePermission = CommonPermission<DevicePermissionId, DevicePermissionTypeId> & Guarded

/** `value`: account, category, and whether walk-in rooms and what is at 4 °C are shown. */
export const wirePagePermission = z.codec(
  z.object({ id: z.string(), value: z.tuple([z.string(), z.string(), pair]), ...shown }),
  z.custom<PagePermission>(),
  {
    decode: ({ id, value: [account, typeTitle, [walkIn, c4]], name, isEnabled, permission, revision }) => ({
      id: Number(id) as PagePermissionId,
      account,
      accountName: name,
      isEnabled,
      type: Number(permission) as PagePermissionTypeId,
      typeTitle,
      walkIn,
      c4,
      revision,
    }),
    encode: (row) => ({
      id: String(row.id),
      value: [row.account, row.typeTitle, [row.walkIn, row.c4]] as [string, string, [boolean, boolean]],
      name: row.accountName,
      isEnabled: row.isEnabled,
      permission: String(row.type),
      revision: row.revision,
    }),
  },
)

/** `value`: account, category, whether walk-in rooms and what is at 4 °C are given. */
export const wireDevicePermission = z.codec(
  z.object({
    id: z.string(),
    value: z.tuple([z.string(), z.string(), z.boolean(), z.boolean()]),
    ...shown,
  }),
  z.custom<DevicePermission>(),
  {
    decode: ({ id, value: [account, typeTitle, walkIn, c4], name, isEnabled, permission, revision }) => ({
      id: Number(id) as DevicePermissionId,
      account,
      accountName: name,
      isEnabled,
      type: Number(permission) as DevicePermissionTypeId,
      typeTitle,
      walkIn,
      c4,
      revision,
    }),
    encode: (row) => ({
      id: String(row.id),
      value: [row.account, row.typeTitle, row.walkIn, row.c4] as [string, string, boolean, boolean],
      name: row.accountName,
      isEnabled: row.isEnabled,
      permission: String(row.type),
      revision: row.revision,
    }),
  },
)

const tableOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    title: z.string(),
    header: z.array(wireColumn),
    data: z.array(row),
    pageSize: z.int(),
    filterIndex: z.nullable(z.int()),
    /** Of all pages. */
    total: z.int(),
    page: z.int(),
  })

/** Columns by which the service sorts permissions. */
export const permissionOrders = ['account', 'name', 'type'] as const
/** `key` is part of the account or its name; `type` a category. */
const permissionQuery = <Kind extends Id<string>>() =>
  z.object({ ...pagedBy(permissionOrders, 200), type: wireIdOrAll<Kind>() })

const idOf = <Kind extends Id<string>>() =>
  z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0)
/** A row that is there already, as a write names it. */
const named = { revision: z.optional(wireRevision) }

/** Without the pair a new permission shows all, and one that is changed what it did. */
const pageCells = z.tuple([login, pageTypeId, z.optional(pair)])
const pageDraft = z.object({
  account: login,
  type: idOf<PagePermissionTypeId>(),
  walkIn: z.optional(z.boolean()),
  c4: z.optional(z.boolean()),
})
const pageChange = z.extend(pageDraft, { id: idOf<PagePermissionId>(), ...named })
export type PageDraft = z.output<typeof pageDraft>

const deviceCells = z.tuple([login, deviceTypeId, pair])
const deviceDraft = z.object({
  account: login,
  type: idOf<DevicePermissionTypeId>(),
  walkIn: z.boolean(),
  c4: z.boolean(),
})
const deviceChange = z.extend(deviceDraft, { id: idOf<DevicePermissionId>(), ...named })
export type DeviceDraft = z.output<typeof deviceDraft>

const pageOf = ([account, type, given]: z.output<typeof pageCells>): PageDraft => ({
  account,
  type,
  ...(given !== undefined && { walkIn: given[0], c4: given[1] }),
})
const pageCellsOf = ({ account, type, walkIn, c4 }: PageDraft) =>
  (walkIn === undefined || c4 === undefined ? [account, type] : [account, type, [walkIn, c4]]) as z.output<
    typeof pageCells
  >
const deviceOf = ([account, type, [walkIn, c4]]: z.output<typeof deviceCells>): DeviceDraft => ({
  account,
  type,
  walkIn,
  c4,
})
const deviceCellsOf = ({ account, type, walkIn, c4 }: DeviceDraft) =>
  [account, type, [walkIn, c4]] as z.output<typeof deviceCells>

export const listPagePermissions = defineCall({
  method: 'GET',
  path: `${base}/webpage`,
  access,
  summary: 'Which pages the accounts below the department of the caller may open.',
  query: permissionQuery<PagePermissionTypeId>(),
  answer: tableOf(wirePagePermission),
})

export const addPagePermissions = defineCall({
  method: 'POST',
  path: `${base}/webpage`,
  access,
  summary:
    'Gives accounts page permissions: account, category, and whether walk-in rooms and 4 °C are shown, where no equipment permission says so.',
  body: z.codec(z.object({ data: rowsOf(z.object({ data: pageCells })) }), rowsOf(pageDraft), {
    decode: ({ data }) => data.map((row) => pageOf(row.data)),
    encode: (drafts) => ({ data: drafts.map((draft) => ({ data: pageCellsOf(draft) })) }),
  }),
  answer: nothing,
})

export const changePagePermissions = defineCall({
  method: 'PATCH',
  path: `${base}/webpage`,
  access,
  summary:
    'Changes page permissions; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(
    z.object({ data: rowsOf(z.object({ id: pageId, data: pageCells, ...named })) }),
    rowsOf(pageChange),
    {
      decode: ({ data }) => data.map(({ data: cells, ...row }) => ({ ...row, ...pageOf(cells) })),
      encode: (rows) => ({
        data: rows.map((row) => ({ id: row.id, revision: row.revision, data: pageCellsOf(row) })),
      }),
    },
  ),
  answer: nothing,
})

export const removePagePermission = defineCall({
  method: 'DELETE',
  path: `${base}/webpage`,
  access,
  summary: 'Takes a page permission away.',
  query: z.object({ id: pageId, revision: readRevision }),
  answer: nothing,
})

export const listDevicePermissions = defineCall({
  method: 'GET',
  path: `${base}/device`,
  access,
  summary: 'Which equipment the accounts below the department of the caller see and write to.',
  query: permissionQuery<DevicePermissionTypeId>(),
  answer: tableOf(wireDevicePermission),
})

export const addDevicePermissions = defineCall({
  method: 'POST',
  path: `${base}/device`,
  access,
  summary: 'Gives accounts equipment permissions: account, category, walk-in rooms and 4 °C of each.',
  body: z.codec(z.object({ data: rowsOf(z.object({ data: deviceCells })) }), rowsOf(deviceDraft), {
    decode: ({ data }) => data.map((row) => deviceOf(row.data)),
    encode: (drafts) => ({ data: drafts.map((draft) => ({ data: deviceCellsOf(draft) })) }),
  }),
  answer: nothing,
})

export const changeDevicePermissions = defineCall({
  method: 'PATCH',
  path: `${base}/device`,
  access,
  summary:
    'Changes equipment permissions; a row that someone else changed in the meantime is refused and reported.',
  body: z.codec(
    z.object({ data: rowsOf(z.object({ id: deviceId, data: deviceCells, ...named })) }),
    rowsOf(deviceChange),
    {
      decode: ({ data }) => data.map(({ data: cells, ...row }) => ({ ...row, ...deviceOf(cells) })),
      encode: (rows) => ({
        data: rows.map((row) => ({ id: row.id, revision: row.revision, data: deviceCellsOf(row) })),
      }),
    },
  ),
  answer: nothing,
})

export const removeDevicePermission = defineCall({
  method: 'DELETE',
  path: `${base}/device`,
  access,
  summary: 'Takes an equipment permission away.',
  query: z.object({ id: deviceId, revision: readRevision }),
  answer: nothing,
})

/** Why a row is of no use: its account is disabled, or another row of the account gives all that it does. */
const tidyReasons = ['disabled', 'covered'] as const
export type TidyReason = (typeof tidyReasons)[number]

const untidy = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      account: z.string(),
      permission: z.string(),
      reason: z.enum(tidyReasons),
      revision: wireRevision,
    }),
  ),
})
const permissionTables = ['webpage', 'device'] as const
const whichTable = z.object({ table: z.enum(permissionTables) })

export const previewTidy = defineCall({
  method: 'GET',
  path: `${base}/tidy/{table}`,
  access,
  summary: 'Permissions of disabled accounts, and those that another one of the account covers.',
  params: whichTable,
  answer: untidy,
})

export const tidyPermissions = defineCall({
  method: 'POST',
  path: `${base}/tidy/{table}`,
  access,
  summary: 'Removes what the preview listed; what has changed since stays.',
  params: whichTable,
  body: z.object({
    data: z
      .array(z.object({ id: z.string().check(z.regex(/^[0-9]{1,15}$/)), revision: wireRevision }))
      .check(z.minLength(1), z.maxLength(10_000)),
  }),
  answer: z.object({ removed: z.int() }),
})
