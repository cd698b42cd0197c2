import { Problem } from '@coldkeep/contract/problem'
import type { FastifyRequest } from 'fastify'
import type { Handlers } from '../../http/bind-call'
import type { Resources } from '../../http/context'
import type { Provider, VisitSecrets } from '../../provider/open-provider'
import type { Attempt } from './attempt-queries'
import { countAttempt, forgiveAttempts, networkOf } from './limit-attempts'
import { accountOfIdentity } from './provider-accounts'
import {
  browserSecret,
  browserSecretOf,
  insertVisit,
  newVisit,
  takeVisit,
  visitName,
} from './provider-visits'
import { isFromElsewhere, setRenewalCookie } from './renewal'
import { sessionAnswer } from './session-answer'
import { browserOf, startSignIn } from './sign-in'

type ProviderCall = 'beginProviderSignIn' | 'finishProviderSignIn'

export const providerHandlers = {
  beginProviderSignIn: async ({ request, reply, ...resources }) => {
    const { db, clock } = resources
    const provider = providerFor(resources, request)
    const visit = newVisit()
    await countAttempt(db, attemptOf(visit, request), clock.now())
    const address = await forgivingSilence(db, attemptOf(visit, request), () => provider.addressFor(visit))
    await insertVisit(db, visit, browserSecret(request, reply), clock.now())
    return { address }
  },

  finishProviderSignIn: async ({ request, reply, body, ...resources }) => {
    const { db, clock } = resources
    const provider = providerFor(resources, request)
    const answer = new URLSearchParams(body.answer)
    const [state, browser] = [answer.get('state'), browserSecretOf(request)]
    const now = clock.now()
    const visit = state === null || browser === null ? null : await takeVisit(db, { state, browser }, now)
    if (visit === null) throw new Problem('session.provider_ended')
    const attempt = attemptOf(visit, request)
    const { account, issuer } = await forgivingSilence(db, attempt, async () => {
      const identity = await provider.identityOf(answer, visit)
      return {
        account: await accountOfIdentity(db, provider, identity, clock.now()),
        issuer: identity.issuer,
      }
    })
    await forgiveAttempts(db, attempt)
    const ticket = await startSignIn(resources, account, browserOf(request), issuer)
    setRenewalCookie(reply, ticket)
    return sessionAnswer({ ...account, signInId: ticket.signInId, issuer }, resources)
  },
} satisfies Pick<Handlers, ProviderCall>

/** @throws Problem `provider.off`; `session.required` for a request that a page of another site sent */
function providerFor({ provider }: Pick<Resources, 'provider'>, request: FastifyRequest): Provider {
  if (provider === null) throw new Problem('provider.off')
  if (isFromElsewhere(request)) throw new Problem('session.required')
  return provider
}

/** A way to the provider counts as an attempt of its address until it ends well. No account is called so: of the colon. */
function attemptOf(visit: VisitSecrets, { ip }: FastifyRequest): Attempt {
  return { login: `provider:${visitName(visit)}`, address: networkOf(ip) }
}

/** That the provider is out of reach is nobody's failure: who tries again is not to be locked out of their password. */
async function forgivingSilence<Outcome>(
  db: Resources['db'],
  attempt: Attempt,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'provider.unreachable') await forgiveAttempts(db, attempt)
    throw error
  }
}
