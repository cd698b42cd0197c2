import type { AccountId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { newPassword } from '../wire/line'

export const signInOptions = defineCall({
  method: 'GET',
  path: '/api/v2/auth/options',
  access: 'public',
  summary: 'What the sign-in page can offer here besides account and password.',
  answer: z.object({
    /** Mail goes out, so that a forgotten password can be replaced. */
    mail: z.boolean(),
    /** The provider with which people can sign in; `null`: there is none. */
    provider: z.nullable(z.object({ name: z.string() })),
  }),
  cache: 'no-cache',
})

export const forgetPassword = defineCall({
  method: 'POST',
  path: '/api/v2/auth/forgot',
  access: 'public',
  summary:
    'Mails a link for a new password to an account that has an address; the answer never tells whether it did.',
  body: z.object({ account: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  answer: nothing,
})

export const followLink = defineCall({
  method: 'POST',
  path: '/api/v2/auth/link',
  access: 'public',
  summary:
    'Chooses a password with the token of a mailed link, once and within 30 minutes; ends all sign-ins.',
  body: z.codec(
    z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), passwd: newPassword }),
    z.object({ token: z.string(), password: newPassword }),
    {
      decode: ({ token, passwd }) => ({ token, password: passwd }),
      encode: ({ token, password }) => ({ token, passwd: password }),
    },
  ),
  /** The account that the password belongs to, to sign in with. */
  answer: z.object({ account: z.string() }),
})

export const inviteAccount = defineCall({
  method: 'POST',
  path: '/api/v2/accounts/{accountid}/invitation',
  access: ['2-2-4'],
  summary: 'Mails an account of the own part of the organisation a link with which it chooses its password.',
  params: z.object({ accountId: as('accountid', wireId<AccountId>()) }),
  answer: nothing,
})
