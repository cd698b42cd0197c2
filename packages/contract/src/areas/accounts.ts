import { pageKeys } from '@coldkeep/domain/access/page-key'
import type {
  AccountId,
  DepartmentId,
  DeviceId,
  DevicePermissionTypeId,
  PagePermissionTypeId,
  StoreId,
} from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { pagedBy } from '../wire/page'
import { wireRevision } from './rights'

const access = ['2-2-4'] as const

const text = (atLeast: 0 | 1, atMost: number) =>
  z.string().check(z.trim(), z.minLength(atLeast), z.maxLength(atMost), z.regex(/^\P{Cc}*$/u))
/** As it is typed at each sign-in: a colon would end it there. */
const login = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\s:\p{Cc}]+$/u))
const email = z.string().check(z.trim(), z.maxLength(254), z.regex(/^$|^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u))

const account = z.object({
  id: wireId<AccountId>(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  departmentId: as('department', wireId<DepartmentId>()),
  departmentName: z.string(),
  isEnabled: z.boolean(),
  /** The password was set by someone else and has not been changed yet. */
  mustChangePassword: z.boolean(),
  /** Its sign-in takes a one-time code. */
  hasSecondFactor: z.boolean(),
  isEngineer: z.boolean(),
  /** Until which day the paid alert service of an engineer runs. */
  alertServiceEndsOn: z.nullable(wireDate),
  /** It has signed in with the provider: who that was there may again. */
  hasProviderIdentity: z.boolean(),
  /** Titles of the categories it was given. */
  pages: z.array(z.string()),
  equipment: z.array(z.string()),
  lastSignInAt: z.nullable(wireInstant),
  revision: wireRevision,
})
export const wireAccount = account

/** The state of an account. `temporary`: it has to choose its own password first. */
export const accountStates = ['enabled', 'temporary', 'disabled'] as const
/** Columns by which the service sorts accounts. */
export const accountOrders = ['name', 'login', 'department', 'state', 'lastSignIn'] as const

export const listAccounts = defineCall({
  method: 'GET',
  path: '/api/v2/accounts',
  access,
  summary: 'The accounts of the department of the caller and of those below it, page by page.',
  query: z.object({
    /** Of account, name, mail address or department: `key` is part of one of these. */
    ...pagedBy(accountOrders, 50),
    state: z._default(z.enum([...accountStates, 'all']), 'all'),
  }),
  answer: z.object({
    accounts: z.array(account),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

/** A password that is shown this once; it has to be changed at the first sign-in. */
const given = z.object({ id: wireId<AccountId>(), login: z.string(), password: z.string() })

export const addAccount = defineCall({
  method: 'POST',
  path: '/api/v2/accounts',
  access,
  summary: 'Makes an account with a temporary password, which is shown this once.',
  body: z.object({
    login,
    name: text(1, 120),
    email,
    departmentId: as('department', wireId<DepartmentId>()),
    isEngineer: z._default(z.boolean(), false),
    /** Of engineers only. */
    alertServiceEndsOn: z._default(z.nullable(wireDate), null),
    pagePermission: z._default(z.nullable(wireId<PagePermissionTypeId>()), null),
    devicePermission: z._default(z.nullable(wireId<DevicePermissionTypeId>()), null),
  }),
  answer: given,
})

export const changeAccount = defineCall({
  method: 'PATCH',
  path: '/api/v2/accounts/{accountid}',
  access,
  summary: 'Changes name, address, department and alert service of an account, or disables and enables it.',
  params: z.object({ accountId: as('accountid', wireId<AccountId>()) }),
  body: z.object({
    name: text(1, 120),
    email,
    departmentId: as('department', wireId<DepartmentId>()),
    isEnabled: z.boolean(),
    /** Either stays as it is where it is left out. */
    isEngineer: z.optional(z.boolean()),
    alertServiceEndsOn: z.optional(z.nullable(wireDate)),
    revision: z.optional(wireRevision),
  }),
  answer: account,
})

export const giveTemporaryPassword = defineCall({
  method: 'POST',
  path: '/api/v2/accounts/{accountid}/temporary-password',
  access,
  summary: 'Replaces the password of an account by a temporary one, shown this once, and ends its sign-ins.',
  params: z.object({ accountId: as('accountid', wireId<AccountId>()) }),
  answer: given,
})

export const takeSecondFactorAway = defineCall({
  method: 'DELETE',
  path: '/api/v2/accounts/{accountid}/second-factor',
  access,
  summary:
    'Takes away the second factor of an account that has lost it, and ends its sign-ins. Not of the own one.',
  params: z.object({ accountId: as('accountid', wireId<AccountId>()) }),
  answer: nothing,
})

/** Rules in the order in which they are checked. */
export const rightRules = ['account', 'password', 'page', 'store', 'equipment', 'writing'] as const

export const explainRights = defineCall({
  method: 'GET',
  path: '/api/v2/util/auth/explain',
  access,
  summary: 'Why an account can or cannot open a page, see a store or a device, or write to it: rule by rule.',
  query: z.object({
    account: z.string().check(z.minLength(1), z.maxLength(120)),
    page: z.optional(z.enum(pageKeys)),
    storeId: as('storeid', z.optional(wireId<StoreId>())),
    deviceId: as('deviceid', z.optional(wireId<DeviceId>())),
  }),
  answer: z.object({
    isAllowed: z.boolean(),
    rules: z.array(z.object({ rule: z.enum(rightRules), isAllowed: z.boolean(), text: z.string() })),
  }),
})
