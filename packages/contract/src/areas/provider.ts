import type { AccountId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { session } from './session'

export const beginProviderSignIn = defineCall({
  method: 'POST',
  path: '/api/v2/auth/provider',
  access: 'public',
  summary:
    'Begins a sign-in with the OpenID Connect provider of the organisation; sets the cookie that its answer needs. With `link` the account that is signed in to with its password in this browser is linked to whoever comes back.',
  body: z.object({ link: z._default(z.boolean(), false) }),
  /** Where the browser is to go. */
  answer: z.object({ address: z.string() }),
})

export const finishProviderSignIn = defineCall({
  method: 'POST',
  path: '/api/v2/auth/provider/answer',
  access: 'public',
  summary: 'Signs in with what the provider answered, once and within ten minutes; sets the renewal cookie.',
  /** What follows the question mark of the address to which the provider sent the browser. */
  body: z.object({ answer: z.string().check(z.minLength(1), z.maxLength(8000)) }),
  answer: session,
})

export const endProviderIdentity = defineCall({
  method: 'DELETE',
  path: '/api/v2/accounts/{accountid}/provider-identity',
  access: ['2-2-4'],
  summary: 'Forgets who an account is at the provider, and ends its sign-ins that came from there.',
  params: z.object({ accountId: as('accountid', wireId<AccountId>()) }),
  answer: nothing,
})
