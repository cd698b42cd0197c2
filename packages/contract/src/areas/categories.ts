import {
  type EquipmentKind,
  equipmentKinds,
  type GuardedKind,
  guardedKinds,
} from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { DevicePermissionTypeId, Id, PagePermissionTypeId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId } from '../wire/id'
import { readRevision } from '../wire/setting'
import { wireRevision } from './rights'

const access = ['2-2-4'] as const
const base = '/api/v2/util/auth'
const MOST_AT_ONCE = 100

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^\P{Cc}*$/u))
const idOf = <Kind extends Id<string>>() =>
  z.custom<Kind>((value) => Number.isSafeInteger(value) && Number(value) > 0)
const listOf = <Row extends z.ZodMiniType>(row: Row) => z.array(row).check(z.maxLength(MOST_AT_ONCE))

/** Kinds of equipment as the specification spells them. */
const spelled = { walk_in: 'WI', c4: '4C', other: 'other' } as const satisfies Record<EquipmentKind, string>
const wireKinds = z.array(z.enum(['WI', '4C', 'other']))
const kindsOf = (texts: readonly string[]) => equipmentKinds.filter((kind) => texts.includes(spelled[kind]))
const guardedOf = (texts: readonly string[]) => guardedKinds.filter((kind) => texts.includes(spelled[kind]))
const spellingOf = (kinds: readonly EquipmentKind[]) => kinds.map((kind) => spelled[kind])

/** How many accounts have it, and how often it was changed. */
interface Kept<TypeId> {
  readonly id: TypeId
  readonly revision: number
  readonly accounts: number
}

const pageCategory = z.object({
  title,
  pageKeys: z.array(z.enum(pageKeys)).check(z.minLength(1)),
})
export type PageCategoryDraft = z.output<typeof pageCategory>
export interface PageCategory extends PageCategoryDraft, Kept<PagePermissionTypeId> {}

const deviceCategory = z.object({
  title,
  sees: z.array(z.custom<GuardedKind>((value) => guardedKinds.includes(value as GuardedKind))),
  writes: z.array(z.custom<EquipmentKind>((value) => equipmentKinds.includes(value as EquipmentKind))),
})
export type DeviceCategoryDraft = z.output<typeof deviceCategory>
export interface DeviceCategory extends DeviceCategoryDraft, Kept<DevicePermissionTypeId> {}

const wireKept = { id: z.string(), revision: wireRevision, accounts: z.int() }
const wirePageCells = { title, pageKeys: z.array(z.enum(pageKeys)).check(z.minLength(1)) }
const wireDeviceCells = { title, sees: wireKinds, writes: wireKinds }

export const wirePageCategory = z.codec(
  z.object({ ...wireKept, ...wirePageCells }),
  z.custom<PageCategory>(),
  {
    decode: ({ id, pageKeys, ...row }) => ({
      ...row,
      id: Number(id) as PagePermissionTypeId,
      pageKeys,
    }),
    encode: ({ id, pageKeys, title, revision, accounts }) => ({
      id: String(id),
      title,
      revision,
      accounts,
      pageKeys: pageKeys as PageKey[],
    }),
  },
)

export const wireDeviceCategory = z.codec(
  z.object({ ...wireKept, ...wireDeviceCells }),
  z.custom<DeviceCategory>(),
  {
    decode: ({ id, sees, writes, ...row }) => ({
      ...row,
      id: Number(id) as DevicePermissionTypeId,
      sees: guardedOf(sees),
      writes: kindsOf(writes),
    }),
    encode: ({ id, sees, writes, title, revision, accounts }) => ({
      id: String(id),
      title,
      revision,
      accounts,
      sees: spellingOf(sees),
      writes: spellingOf(writes),
    }),
  },
)

const pageChange = z.extend(pageCategory, {
  id: idOf<PagePermissionTypeId>(),
  revision: z.optional(wireRevision),
})
const deviceChange = z.extend(deviceCategory, {
  id: idOf<DevicePermissionTypeId>(),
  revision: z.optional(wireRevision),
})

const deviceDraftOf = ({ title, sees, writes }: { title: string; sees: string[]; writes: string[] }) => ({
  title,
  sees: guardedOf(sees),
  writes: kindsOf(writes),
})
const deviceCellsOf = ({ title, sees, writes }: DeviceCategoryDraft) => ({
  title,
  sees: spellingOf(sees),
  writes: spellingOf(writes),
})

export const listPageCategories = defineCall({
  method: 'GET',
  path: `${base}/page-auth-type`,
  access,
  summary: 'The categories of page permissions, and the pages that each opens.',
  answer: z.object({ authType: z.array(wirePageCategory) }),
})

export const addPageCategories = defineCall({
  method: 'POST',
  path: `${base}/page-auth-type`,
  access,
  summary: 'Makes categories of page permissions.',
  body: z.codec(z.object({ data: listOf(z.object(wirePageCells)) }), listOf(pageCategory), {
    decode: ({ data }) => data.map(({ title, pageKeys }) => ({ title, pageKeys })),
    encode: (drafts) => ({ data: drafts.map((one) => ({ title: one.title, pageKeys: one.pageKeys })) }),
  }),
  answer: nothing,
})

export const changePageCategories = defineCall({
  method: 'PATCH',
  path: `${base}/page-auth-type`,
  access,
  summary: 'Changes categories of page permissions, for all accounts that have them.',
  body: z.codec(
    z.object({
      data: listOf(
        z.object({
          id: wireId<PagePermissionTypeId>(),
          ...wirePageCells,
          revision: z.optional(wireRevision),
        }),
      ),
    }),
    listOf(pageChange),
    {
      decode: ({ data }) => data.map(({ pageKeys, ...row }) => ({ ...row, pageKeys })),
      encode: (rows) => ({
        data: rows.map(({ id, revision, title, pageKeys }) => ({ id, revision, title, pageKeys })),
      }),
    },
  ),
  answer: nothing,
})

export const removePageCategory = defineCall({
  method: 'DELETE',
  path: `${base}/page-auth-type`,
  access,
  summary: 'Removes a category of page permissions that no account has.',
  query: z.object({ id: wireId<PagePermissionTypeId>(), revision: readRevision }),
  answer: nothing,
})

export const listDeviceCategories = defineCall({
  method: 'GET',
  path: `${base}/device-auth-type`,
  access,
  summary: 'The categories of equipment permissions: what each shows and lets write to.',
  answer: z.object({ authType: z.array(wireDeviceCategory) }),
})

export const addDeviceCategories = defineCall({
  method: 'POST',
  path: `${base}/device-auth-type`,
  access,
  summary: 'Makes categories of equipment permissions; without a body the usual ones that are missing.',
  body: z.codec(
    z.object({ data: z._default(listOf(z.object(wireDeviceCells)), []) }),
    listOf(deviceCategory),
    {
      decode: ({ data }) => data.map(deviceDraftOf),
      encode: (drafts) => ({ data: drafts.map(deviceCellsOf) }),
    },
  ),
  answer: nothing,
})

export const changeDeviceCategories = defineCall({
  method: 'PATCH',
  path: `${base}/device-auth-type`,
  access,
  summary: 'Changes categories of equipment permissions, for all accounts that have them.',
  body: z.codec(
    z.object({
      data: listOf(
        z.object({
          id: wireId<DevicePermissionTypeId>(),
          ...wireDeviceCells,
          revision: z.optional(wireRevision),
        }),
      ),
    }),
    listOf(deviceChange),
    {
      decode: ({ data }) => data.map(({ id, revision, ...row }) => ({ id, revision, ...deviceDraftOf(row) })),
      encode: (rows) => ({
        data: rows.map(({ id, revision, ...row }) => ({ id, revision, ...deviceCellsOf(row) })),
      }),
    },
  ),
  answer: nothing,
})

export const removeDeviceCategory = defineCall({
  method: 'DELETE',
  path: `${base}/device-auth-type`,
  access,
  summary: 'Removes a category of equipment permissions that no account has.',
  query: z.object({ id: wireId<DevicePermissionTypeId>(), revision: readRevision }),
  answer: nothing,
})

/** What can be sent as it is, once account and category are replaced. */
const example = z.object({
  data: z.array(z.object({ data: z.array(z.union([z.string(), z.array(z.boolean())])) })),
})

export const pageExample = defineCall({
  method: 'GET',
  path: `${base}/page-cfg-eg`,
  access,
  summary: 'What new page permissions look like when they are sent.',
  answer: example,
})

export const deviceExample = defineCall({
  method: 'GET',
  path: `${base}/device-cfg-eg`,
  access,
  summary: 'What new equipment permissions look like when they are sent.',
  answer: example,
})
