import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import { consoleTexts } from '@coldkeep/phrases/phrases'
import { isLanguage } from '@coldkeep/phrases/translate'
import { parseBasic } from '../../access/basic-credentials'
import { networkOf } from '../../access/limit-attempts'
import type { Handlers } from '../../calls/bind-call'
import type { Resources } from '../../calls/context'
import { knownBrowserOf, rememberBrowser } from '../known-browser'
import { exchangeTicket, generationOf } from '../renew-sign-in'
import { clearRenewalCookie, renewalTicketOf, setRenewalCookie } from '../renewal'
import { type BegunSignIn, sessionAnswer } from '../session-answer'
import { browserOf, checkCredentials, endSignIn, startSignIn } from '../sign-in'
import { selectAccountById, selectSignIn } from '../sign-in-queries'

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
    const key = resources.keys.renewal
    const browser = credentials === null ? null : knownBrowserOf(request, credentials.login, key)
    const asking = { network: networkOf(request.ip), browser, code: body.code }
    const account = await checkCredentials(resources, credentials, asking)
    const ticket = await startSignIn(resources, account, browserOf(request))
    setRenewalCookie(reply, ticket, key)
    rememberBrowser(request, reply, account.login, key)
    return sessionAnswer({ ...account, signInId: ticket.signInId, issuer: null }, resources)
  },

  renewSignIn: async ({ request, reply, ...resources }) => {
    const ticket = renewalTicketOf(request, resources.keys.renewal)
    if (ticket === null) throw new Problem('session.required')
    const next = await exchangeTicket(resources, ticket)
    const begun = next === null ? null : await begunSignIn(resources, next.signInId)
    if (next === null || begun === null) {
      clearRenewalCookie(reply)
      throw new Problem('session.expired')
    }
    setRenewalCookie(reply, next, resources.keys.renewal)
    return sessionAnswer(begun, resources)
  },

  signOut: async ({ db, request, reply, clock, keys }) => {
    const ticket = renewalTicketOf(request, keys.renewal)
    if (ticket === null) return {}
    const signIn = await selectSignIn(db, ticket.signInId)
    const isOwner = signIn !== null && generationOf(ticket, signIn) !== 'unknown'
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
