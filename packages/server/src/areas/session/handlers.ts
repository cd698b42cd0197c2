import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import { consoleTexts } from '@coldkeep/phrases/phrases'
import { isLanguage } from '@coldkeep/phrases/translate'
import type { Handlers } from '../../http/bind-call'
import type { Resources } from '../../http/context'
import { parseBasic } from './basic-credentials'
import { networkOf } from './limit-attempts'
import { selectAccountById, selectSignIn } from './queries'
import { exchangeTicket } from './renew-sign-in'
import { clearRenewalCookie, hashRenewalSecret, renewalTicketOf, setRenewalCookie } from './renewal'
import { type BegunSignIn, sessionAnswer } from './session-answer'
import { browserOf, checkCredentials, endSignIn, startSignIn } from './sign-in'

type SessionCall = 'getConfig' | 'getPhrases' | 'signIn' | 'renewSignIn' | 'signOut'

export const sessionHandlers = {
  getConfig: ({ site, reply }) => {
    reply.header('cache-control', 'no-cache')
    return site
  },

  getPhrases: ({ params, reply }) => {
    if (!isLanguage(params.lang)) throw new Problem('route.unknown')
    reply.header('cache-control', 'no-cache')
    return consoleTexts(params.lang)
  },

  signIn: async ({ request, reply, body, ...resources }) => {
    const credentials = parseBasic(request.headers.authorization)
    const attempt = { network: networkOf(request.ip), code: body.code }
    const account = await checkCredentials(resources, credentials, attempt)
    const ticket = await startSignIn(resources, account, browserOf(request))
    setRenewalCookie(reply, ticket)
    return sessionAnswer({ ...account, signInId: ticket.signInId, issuer: null }, resources)
  },

  renewSignIn: async ({ request, reply, ...resources }) => {
    const ticket = renewalTicketOf(request)
    if (ticket === null) throw new Problem('session.required')
    const next = await exchangeTicket(resources, ticket)
    const begun = next === null ? null : await begunSignIn(resources, next.signInId)
    if (next === null || begun === null) {
      clearRenewalCookie(reply)
      throw new Problem('session.expired')
    }
    setRenewalCookie(reply, next)
    return sessionAnswer(begun, resources)
  },

  signOut: async ({ db, request, reply, clock }) => {
    const ticket = renewalTicketOf(request)
    if (ticket === null) return {}
    const signIn = await selectSignIn(db, ticket.signInId)
    const hash = Buffer.from(hashRenewalSecret(ticket.secret))
    const isOwner =
      signIn !== null &&
      [signIn.secretHash, signIn.previousSecretHash].some((known) => known !== null && hash.equals(known))
    const account = isOwner ? await selectAccountById(db, signIn.accountId) : null
    if (account !== null) await endSignIn(db, { ...ticket, account }, clock.now())
    clearRenewalCookie(reply)
    return {}
  },
} satisfies Pick<Handlers, SessionCall>

async function begunSignIn({ db }: Resources, signInId: SignInId): Promise<BegunSignIn | null> {
  const signIn = await selectSignIn(db, signInId)
  const account = signIn === null ? null : await selectAccountById(db, signIn.accountId)
  if (signIn === null || account === null || !account.isEnabled) return null
  return { ...account, signInId, issuer: signIn.issuer }
}
