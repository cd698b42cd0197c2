import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Attempt } from '../../access/attempt-queries'
import { countAttempt, forgiveAttempts, networkOf } from '../../access/limit-attempts'
import type { Handlers } from '../../calls/bind-call'
import type { Client } from '../../calls/client'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import type { Provider, VisitSecrets } from '../open-provider'
import { accountOfIdentity } from '../provider-accounts'
import {
  beginVisit,
  browserSecret,
  browserSecretOf,
  newVisit,
  takeVisit,
  type Visit,
  visitName,
} from '../provider-visits'
import { generationOf } from '../renew-sign-in'
import { type BroughtTicket, isFromElsewhere, renewalTicketOf, setRenewalCookie } from '../renewal'
import { sessionAnswer } from '../session-answer'
import { browserOf, startSignIn } from '../sign-in'
import { deleteSignIn, selectSignIn } from '../sign-in-queries'

type ProviderCall = 'beginProviderSignIn' | 'finishProviderSignIn'

/** What signing in by a provider needs. */
export interface ProviderCallParts {
  readonly keys: Pick<ServerKeys, 'token' | 'renewal'>
  /** The provider that accounts can sign in with beside a password; `null`: none. */
  readonly provider: Provider | null
}

export function providerHandlers({ keys, provider: given }: ProviderCallParts): Pick<Handlers, ProviderCall> {
  return {
    beginProviderSignIn: async ({ db, clock, client, body }) => {
      const provider = providerFor(given, client)
      const signInId = body.link
        ? await signInToLink(db, renewalTicketOf(client, keys.renewal), clock.now())
        : null
      const visit = newVisit()
      await countAttempt(db, attemptOf(visit, client), clock.now())
      const address = await forgivingSilence(db, attemptOf(visit, client), () => provider.addressFor(visit))
      await beginVisit(db, { ...visit, signInId }, browserSecret(client), clock.now())
      return { address }
    },

    finishProviderSignIn: async ({ db, clock, client, body }) => {
      const provider = providerFor(given, client)
      const answer = new URLSearchParams(body.answer)
      const [state, browser] = [answer.get('state'), browserSecretOf(client)]
      const now = clock.now()
      const visit = state === null || browser === null ? null : await takeVisit(db, { state, browser }, now)
      if (visit === null) throw new Problem('session.provider_ended')
      const attempt = attemptOf(visit, client)
      const { account, issuer } = await forgivingSilence(db, attempt, async () => {
        const identity = await provider.identityOf(answer, visit)
        return {
          account: await accountOfIdentity(db, provider, { identity, linking: visit.signInId }, clock.now()),
          issuer: identity.issuer,
        }
      })
      await forgiveAttempts(db, attempt)
      const ticket = await startSignIn({ db, clock }, account, browserOf(client), issuer)
      setRenewalCookie(client, ticket, keys.renewal)
      await leaveBehind(db, visit)
      return sessionAnswer({ ...account, signInId: ticket.signInId, issuer }, { clock, keys })
    },
  }
}

/** @throws Problem `provider.off`; `session.required` for a request that a page of another site sent */
function providerFor(provider: Provider | null, client: Client): Provider {
  if (provider === null) throw new Problem('provider.off')
  if (isFromElsewhere(client)) throw new Problem('session.required')
  return provider
}

/**
 * The sign-in whose owner wants to link the account to the provider: one with account and password, which
 * this browser holds.
 * @throws Problem `session.required`
 */
async function signInToLink(db: Db, ticket: BroughtTicket | null, now: EpochMs): Promise<SignInId> {
  const signIn = ticket === null ? null : await selectSignIn(db, ticket.signInId)
  const isHeld = ticket !== null && signIn !== null && generationOf(ticket, signIn) === 'present'
  if (!isHeld || signIn.issuer !== null || signIn.expiresAt <= now) throw new Problem('session.required')
  return signIn.signInId
}

/** Ends the sign-in from which the account was linked, where the one from the provider begins. */
async function leaveBehind(db: Db, { signInId }: Visit): Promise<void> {
  if (signInId !== null) await deleteSignIn(db, signInId)
}

/** A way to the provider counts as an attempt of its address until it ends well. No account is called so: of the colon. */
function attemptOf(visit: VisitSecrets, { address }: Client): Attempt {
  return { login: `provider:${visitName(visit)}`, address: networkOf(address) }
}

/**
 * That the provider is out of reach counts as no failed attempt: retrying must not lock anyone out of their
 * password.
 */
async function forgivingSilence<Outcome>(
  db: Db,
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
