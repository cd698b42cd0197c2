import { type FactorDemand, factorDemands } from '@coldkeep/domain/access/factor-demand'
import type { DepartmentId, SignInId } from '@coldkeep/domain/ids'
import { MAX_DEPARTMENT_LEVELS } from '@coldkeep/domain/organisation/department'
import { levelNamesOf } from '@coldkeep/domain/organisation/level-names'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireId, wireIdOrNone } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { line, telephone } from '../wire/line'

const revision = z.int().check(z.gte(0), z.lte(2_000_000_000))

interface CompanyDraft {
  readonly name: string
  readonly head: string
  readonly address: string
  readonly serviceEndsOn: string | null
  /** Which accounts need a second factor when they sign in with a password. */
  readonly factorDemand: FactorDemand
  /** Of the organisation, the highest first, parted by commas; empty: those of the product. */
  readonly levelNames: string
  readonly revision: number
}
export interface Company extends CompanyDraft {
  /** Only who sees the whole organisation and sets rights may change it. */
  readonly mayEdit: boolean
}

const levelNames = line(0, 200).check(
  z.refine((names) => levelNamesOf(names).length <= MAX_DEPARTMENT_LEVELS),
)

/** The company as it travels, in both directions. */
const companyDraft = {
  company: line(1, 120),
  companyCeo: line(0, 80),
  companyAddr: line(0, 200),
  serviceDueDt: z.nullable(wireDate),
  secondFactor: z.enum(factorDemands),
  levelNames: z._default(levelNames, ''),
  revision,
}

export const wireCompany = z.codec(z.object({ ...companyDraft, mayEdit: z.boolean() }), z.custom<Company>(), {
  decode: ({ mayEdit, ...draft }) => ({ ...companyOf(draft), mayEdit }),
  encode: ({ mayEdit, ...company }) => ({ ...wireOf(company), mayEdit }),
})

export const getCompany = defineCall({
  method: 'GET',
  path: '/api/v2/account/info',
  access: 'signed_in',
  summary: 'The company that operates the stores.',
  answer: wireCompany,
})

export const updateCompany = defineCall({
  method: 'PATCH',
  path: '/api/v2/account/info',
  access: ['2-2-4'],
  summary: 'Changes the company, for accounts that see the whole organisation.',
  body: z.codec(
    z.object(companyDraft),
    z.object({
      name: line(1, 120),
      head: line(0, 80),
      address: line(0, 200),
      serviceEndsOn: z.nullable(wireDate),
      factorDemand: z.enum(factorDemands),
      levelNames,
      revision,
    }),
    { decode: companyOf, encode: wireOf },
  ),
  answer: wireCompany,
})

const engineer = z.codec(
  z.object({
    name: z.string(),
    phone: z.string(),
    department: z.string(),
    jobTitle: z.string(),
    account: z.string(),
    /** Always empty: passwords are never sent. */
    password: z.literal(''),
    email: z.string(),
    amberDueDt: z.nullable(wireDate),
  }),
  z.custom<Engineer>(),
  {
    decode: ({ jobTitle, account, amberDueDt, password: _, ...same }) => ({
      ...same,
      title: jobTitle,
      login: account,
      alertServiceEndsOn: amberDueDt,
    }),
    encode: ({ title, login, alertServiceEndsOn, ...same }) => ({
      ...same,
      jobTitle: title,
      account: login,
      amberDueDt: alertServiceEndsOn,
      password: '' as const,
    }),
  },
)
export interface Engineer {
  readonly name: string
  readonly phone: string
  readonly department: string
  readonly title: string
  readonly login: string
  readonly email: string
  /** Until which day the paid alert service runs. */
  readonly alertServiceEndsOn: string | null
}

export interface Profile {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly department: string
  readonly departmentId: DepartmentId
  readonly title: string
  readonly mobile: string
  readonly phone: string
  readonly registeredAt: number
  readonly passwordChangedAt: number
  /** When this sign-in began. */
  readonly signedInAt: number
  /** It came from the provider: the present password was not given for it. */
  readonly isByProvider: boolean
  readonly revision: number
  /** Those of the own department and below it. */
  readonly engineers: readonly Engineer[]
}

export const wireProfile = z.codec(
  z.object({
    name: z.string(),
    department: z.string(),
    departmentId: wireId<DepartmentId>(),
    title: z.string(),
    cellphone: z.string(),
    phone: z.string(),
    dtRegister: wireInstant,
    engineers: z.readonly(z.array(engineer)),
    account: z.string(),
    email: z.string(),
    passwordChangedAt: wireInstant,
    signedInAt: wireInstant,
    byProvider: z.boolean(),
    revision,
  }),
  z.custom<Profile>(),
  {
    decode: ({
      account,
      departmentId,
      cellphone,
      dtRegister,
      passwordChangedAt,
      signedInAt,
      byProvider,
      ...same
    }) => ({
      ...same,
      login: account,
      departmentId,
      mobile: cellphone,
      registeredAt: dtRegister,
      passwordChangedAt,
      signedInAt,
      isByProvider: byProvider,
    }),
    encode: ({
      login,
      departmentId,
      mobile,
      registeredAt,
      passwordChangedAt,
      signedInAt,
      isByProvider,
      ...same
    }) => ({
      ...same,
      account: login,
      departmentId,
      cellphone: mobile,
      dtRegister: registeredAt,
      passwordChangedAt,
      signedInAt,
      byProvider: isByProvider,
    }),
  },
)

export const getProfile = defineCall({
  method: 'GET',
  path: '/api/v2/account/profile',
  access: 'signed_in',
  summary: 'The own account, and the engineers of the own department and below it.',
  answer: wireProfile,
})

/**
 * Without a revision the write replaces the current values; a revision that is no longer the current one is
 * refused.
 */
export const updateProfile = defineCall({
  method: 'PATCH',
  path: '/api/v2/account/profile',
  access: 'signed_in',
  summary: 'Changes the own account. Another department is taken only from who sets the rights of both.',
  body: z.codec(
    z.object({
      name: line(1, 80),
      /** Blank: as it is. */
      departmentId: wireIdOrNone<DepartmentId>(),
      title: line(0, 80),
      cellphone: telephone,
      phone: telephone,
      revision: z.optional(revision),
    }),
    z.object({
      name: line(1, 80),
      departmentId: z.nullable(z.custom<DepartmentId>()),
      title: line(0, 80),
      mobile: telephone,
      phone: telephone,
      revision: z.optional(revision),
    }),
    {
      decode: ({ departmentId, cellphone, ...same }) => ({
        ...same,
        departmentId,
        mobile: cellphone,
      }),
      encode: ({ departmentId, mobile, ...same }) => ({
        ...same,
        departmentId,
        cellphone: mobile,
      }),
    },
  ),
  answer: wireProfile,
})

export const listSignIns = defineCall({
  method: 'GET',
  path: '/api/v2/account/sign-ins',
  access: 'signed_in',
  summary: 'Where the own account is signed in, the latest use first.',
  answer: z.array(
    z.object({
      id: wireId<SignInId>(),
      createdAt: wireInstant,
      renewedAt: wireInstant,
      address: z.string(),
      browser: z.string(),
      isCurrent: z.boolean(),
      /** The provider that vouched for the sign-in; `null`: it was with account and password. */
      provider: z.nullable(z.string()),
    }),
  ),
})

export const endSignIn = defineCall({
  method: 'DELETE',
  path: '/api/v2/account/sign-ins',
  access: 'signed_in',
  summary: 'Ends another sign-in of the own account.',
  query: z.object({ id: wireId<SignInId>() }),
  answer: nothing,
})

export const endOtherSignIns = defineCall({
  method: 'POST',
  path: '/api/v2/account/sign-ins/sign-out-elsewhere',
  access: 'signed_in',
  summary: 'Ends all sign-ins of the own account but this one.',
  answer: z.object({ ended: z.int() }),
})

function companyOf({
  company,
  companyCeo,
  companyAddr,
  serviceDueDt,
  secondFactor,
  levelNames,
  revision,
}: {
  company: string
  companyCeo: string
  companyAddr: string
  serviceDueDt: string | null
  secondFactor: FactorDemand
  levelNames: string
  revision: number
}): CompanyDraft {
  return {
    name: company,
    head: companyCeo,
    address: companyAddr,
    serviceEndsOn: serviceDueDt,
    factorDemand: secondFactor,
    levelNames,
    revision,
  }
}

function wireOf({ name, head, address, serviceEndsOn, factorDemand, levelNames, revision }: CompanyDraft) {
  return {
    company: name,
    companyCeo: head,
    companyAddr: address,
    serviceDueDt: serviceEndsOn,
    secondFactor: factorDemand,
    levelNames,
    revision,
  }
}
