import type { SiteConfig } from '@coldkeep/contract/config'
import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { networkOf } from '../../access/limit-attempts'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import type { Basics } from '../../calls/context'
import type { Db } from '../../db/connect'
import type { Letters } from '../../mail/letters'
import { isMailAddress, type MailSender } from '../../mail/mail-sender'
import { hasAccountBelow } from '../account-queries'
import { checkNewPassword } from '../check-new-password'
import { countMailing } from '../limit-mails'
import { type Addressee, type LinkPurpose, selectAddressee } from '../mailed-link-queries'
import { findLink, makeLink, useUpLink, writeLetter } from '../mailed-links'
import type { Provider } from '../open-provider'
import { setPassword } from '../set-password'

type MailedLinkCall = 'signInOptions' | 'forgetPassword' | 'followLink' | 'inviteAccount'

/** What calls about mailed links need. */
export interface MailedLinkCallParts {
  readonly site: Pick<SiteConfig, 'title'>
  /** `null`: no mail goes out. */
  readonly mail: Pick<MailSender, 'send'> | null
  readonly letters: Pick<Letters, 'count' | 'begin'>
  readonly provider: Pick<Provider, 'name'> | null
  /** The address of the console; what a request claims about it is never believed. */
  readonly publicUrl: string | null
}

export function mailedLinkHandlers(parts: MailedLinkCallParts): Pick<Handlers, MailedLinkCall> {
  const { site, mail, letters, provider, publicUrl } = parts
  return {
    signInOptions: () => ({
      mail: mail !== null,
      provider: provider === null ? null : { name: provider.name },
    }),

    forgetPassword: async ({ db, clock, body, client, language }) => {
      if (mail === null || publicUrl === null) throw new Problem('mail.off')
      letters.count(networkOf(client.address), clock.now())
      const account = body.account.normalize('NFC')
      await countMailing(db, [{ counted: 'password_of', subject: account }], clock.now())
      // Answered before anything is looked up, so that the response time does not reveal whether the account
      // exists.
      letters.begin(() => mailNewPassword(parts, { db, clock }, account, language))
      return {}
    },

    followLink: async ({ db, clock, body }) => {
      const now = clock.now()
      const { token, password } = body
      const account = await findLink(db, token, now)
      if (account === null) throw new Problem('link.ended')
      const { accountId, login, name, purpose } = account
      await checkNewPassword({ db, site }, account, password)
      await setPassword(db, accountId, { password, by: null, now }, async (trx, keys) => {
        if (!(await useUpLink(trx, token))) throw new Problem('link.ended')
        const by = { accountId, name }
        const kind = 'account.password'
        await addAudit(trx, {
          at: now,
          by,
          storeId: null,
          kind,
          subject: login,
          detail: { by: purpose, keys },
          outcome: 'done',
        })
      })
      return { account: login }
    },

    inviteAccount: async ({ db, user, params, clock, language }) => {
      if (mail === null || publicUrl === null) throw new Problem('mail.off')
      const to = await selectAddressee(db, { accountId: params.accountId })
      const isMine = await hasAccountBelow(db, user.departmentId, params.accountId)
      if (to === null || !isMine) throw new Problem('account.unknown')
      if (!isMailAddress(to.email)) throw new Problem('account.no_address')
      const now = clock.now()
      const counted = [
        { counted: 'invitation_to', subject: to.email },
        { counted: 'invitation_by', subject: user.accountId },
      ] as const
      await countMailing(db, counted, now)
      const token = await db.transaction().execute(async (trx) => {
        await addAudit(trx, { ...ownEntry(user, 'account.invite', now), subject: to.login })
        return makeLink(trx, to.accountId, 'invitation', now)
      })
      const sent = await mail.send(letter(parts, 'invitation', to, token, language))
      if (sent.kind !== 'taken') throw new Problem('mail.not_taken')
      return {}
    },
  }
}

async function mailNewPassword(
  parts: MailedLinkCallParts,
  { db, clock }: Basics,
  login: string,
  language: Language,
): Promise<void> {
  const now = clock.now()
  const to = await selectAddressee(db, { login })
  if (to === null || !isMailAddress(to.email)) return
  if (!(await isAnotherAllowed(db, to.email, now))) return
  const token = await db.transaction().execute(async (trx) => {
    const by = { accountId: null, name: '' }
    const entry = { at: now, by, storeId: null, kind: 'account.forgot', subject: to.login }
    await addAudit(trx, { ...entry, outcome: 'begun' })
    return makeLink(trx, to.accountId, 'password', now)
  })
  await parts.mail?.send(letter(parts, 'password', to, token, language))
}

/**
 * Several accounts may share an address. That its limit is reached is reported to no one: it would reveal
 * that the address is known.
 */
async function isAnotherAllowed(db: Db, address: string, now: EpochMs): Promise<boolean> {
  try {
    await countMailing(db, [{ counted: 'password_to', subject: address }], now)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'mail.too_many') return false
    throw error
  }
}

function letter(
  { site, publicUrl }: MailedLinkCallParts,
  purpose: LinkPurpose,
  to: Addressee,
  token: string,
  language: Language,
) {
  return writeLetter({ purpose, to, token, site: site.title, publicUrl: publicUrl ?? '', language })
}
