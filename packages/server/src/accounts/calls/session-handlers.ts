import { readPushToken } from '@coldkeep/contract/areas/push'
import type { SiteConfig } from '@coldkeep/contract/config'
import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import { consoleTexts } from '@coldkeep/phrases/phrases'
import { isLanguage } from '@coldkeep/phrases/translate'
import { parseBasic } from '../../access/basic-credentials'
import { networkOf } from '../../access/limit-attempts'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import type { ServerKeys } from '../../db/server-keys'
import { beginPushTo, pushFault } from '../../notices/channels/begin-push'
import type { Notices } from '../../notices/notices'
import { consoleManifest } from '../console-manifest'
import { knownBrowserOf, rememberBrowser } from '../known-browser'
import { exchangeTicket, generationOf } from '../renew-sign-in'
import { clearRenewalCookie, renewalTicketOf, setRenewalCookie } from '../renewal'
import { type BegunSignIn, sessionAnswer } from '../session-answer'
import { browserOf, checkCredentials, endSignIn, startSignIn } from '../sign-in'
import { selectAccountById, selectSignIn } from '../sign-in-queries'

type SessionCall = 'getConfig' | 'getManifest' | 'getPhrases' | 'signIn' | 'renewSignIn' | 'signOut'

/** What calls about signing in need. */
export interface SessionCallParts {
  readonly site: SiteConfig
  readonly keys: Pick<ServerKeys, 'token' | 'renewal'>
  readonly notices: Pick<Notices, 'allowed'>
}

export function sessionHandlers({ site, keys, notices }: SessionCallParts): Pick<Handlers, SessionCall> {
  return {
    getConfig: () => site,

    getManifest: (words) => consoleManifest(site, words),

    getPhrases: ({ params }) => {
      if (!isLanguage(params.lang)) throw new Problem('route.unknown')
      return consoleTexts(params.lang)
    },

    signIn: async ({ db, clock, client, body }) => {
      const credentials = parseBasic(client.authorization)
      const key = keys.renewal
      const browser = credentials === null ? null : knownBrowserOf(client, credentials.login, key)
      const attempt = { network: networkOf(client.address), browser, code: body.code }
      const account = await checkCredentials({ db, clock }, credentials, attempt)
      const ticket = await startSignIn({ db, clock }, account, browserOf(client))
      const browserOfAccount = account.mustChangePassword ? null : readPushToken(body.pushToken)
      if (browserOfAccount !== null && pushFault(browserOfAccount, notices.allowed) === null) {
        const owner = { ...account, signInId: ticket.signInId }
        await db.transaction().execute((trx) => beginPushTo(trx, owner, browserOfAccount, clock.now()))
      }
      setRenewalCookie(client, ticket, key)
      rememberBrowser(client, account.login, key)
      return sessionAnswer({ ...account, signInId: ticket.signInId, issuer: null }, { clock, keys })
    },

    renewSignIn: async ({ db, clock, client }) => {
      const ticket = renewalTicketOf(client, keys.renewal)
      if (ticket === null) throw new Problem('session.required')
      const next = await exchangeTicket({ db, clock, keys }, ticket)
      const begun = next === null ? null : await begunSignIn(db, next.signInId)
      if (next === null || begun === null) {
        clearRenewalCookie(client)
        throw new Problem('session.expired')
      }
      setRenewalCookie(client, next, keys.renewal)
      return sessionAnswer(begun, { clock, keys })
    },

    signOut: async ({ db, client, clock }) => {
      const ticket = renewalTicketOf(client, keys.renewal)
      if (ticket === null) return {}
      const signIn = await selectSignIn(db, ticket.signInId)
      const isOwner = signIn !== null && generationOf(ticket, signIn) !== 'unknown'
      const account = isOwner ? await selectAccountById(db, signIn.accountId) : null
      if (account !== null) await endSignIn(db, { ...ticket, account }, clock.now())
      clearRenewalCookie(client)
      return {}
    },
  }
}

async function begunSignIn(db: Db, signInId: SignInId): Promise<BegunSignIn | null> {
  const signIn = await selectSignIn(db, signInId)
  const account = signIn === null ? null : await selectAccountById(db, signIn.accountId)
  if (signIn === null || account === null || !account.isEnabled) return null
  return { ...account, signInId, issuer: signIn.issuer }
}
