import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { networkOf } from '../../access/limit-attempts'
import { isBelow } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import type { Resources } from '../../calls/context'
import type { Db } from '../../db/connect'
import { isMailAddress } from '../../mail/mail-sender'
import { checkNewPassword } from '../check-new-password'
import { countMailing } from '../limit-mails'
import {
  type Addressee,
  insertLink,
  type LinkPurpose,
  selectAddressee,
  selectLink,
  useUpLink,
  writeLetter,
} from '../mailed-links'
import { setPassword } from '../set-password'

type MailedLinkCall = 'signInOptions' | 'forgetPassword' | 'followLink' | 'inviteAccount'

export const mailedLinkHandlers = {
  signInOptions: ({ mail, provider, reply }) => {
    reply.header('cache-control', 'no-cache')
    return { mail: mail !== null, provider: provider === null ? null : { name: provider.name } }
  },

  forgetPassword: async (context) => {
    const { db, mail, publicUrl, letters, clock, body, request } = context
    if (mail === null || publicUrl === null) throw new Problem('mail.off')
    letters.count(networkOf(request.ip), clock.now())
    const account = body.account.normalize('NFC')
    await countMailing(db, [{ counted: 'password_of', subject: account }], clock.now())
    // Answered before anything is looked up, so that no time tells whether the account exists.
    letters.begin(() => mailNewPassword(context, account, context.language))
    return {}
  },

  followLink: async ({ db, site, clock, body }) => {
    const now = clock.now()
    const { token, password } = body
    const account = await selectLink(db, token, now)
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

  inviteAccount: async (context) => {
    const { db, user, params, mail, publicUrl, clock, language } = context
    if (mail === null || publicUrl === null) throw new Problem('mail.off')
    const to = await selectAddressee(db, { accountId: params.accountid })
    const mine = await db
      .selectFrom('account')
      .innerJoin('department', 'department.departmentId', 'account.departmentId')
      .select('account.accountId')
      .where('account.accountId', '=', params.accountid)
      .where(isBelow(user.departmentId))
      .executeTakeFirst()
    if (to === null || mine === undefined) throw new Problem('account.unknown')
    if (!isMailAddress(to.email)) throw new Problem('account.no_address')
    const now = clock.now()
    const counted = [
      { counted: 'invitation_to', subject: to.email },
      { counted: 'invitation_by', subject: user.accountId },
    ] as const
    await countMailing(db, counted, now)
    const token = await db.transaction().execute(async (trx) => {
      await addAudit(trx, { ...ownEntry(user, 'account.invite', now), subject: to.login })
      return insertLink(trx, to.accountId, 'invitation', now)
    })
    const sent = await mail.send(letter(context, 'invitation', to, token, language))
    if (sent.kind !== 'taken') throw new Problem('mail.not_taken')
    return {}
  },
} satisfies Pick<Handlers, MailedLinkCall>

async function mailNewPassword(resources: Resources, login: string, language: Language): Promise<void> {
  const { db, mail, clock } = resources
  const now = clock.now()
  const to = await selectAddressee(db, { login })
  if (to === null || !isMailAddress(to.email)) return
  if (!(await isAnotherAllowed(db, to.email, now))) return
  const token = await db.transaction().execute(async (trx) => {
    const by = { accountId: null, name: '' }
    const entry = { at: now, by, storeId: null, kind: 'account.forgot', subject: to.login }
    await addAudit(trx, { ...entry, outcome: 'begun' })
    return insertLink(trx, to.accountId, 'password', now)
  })
  await mail?.send(letter(resources, 'password', to, token, language))
}

/** Several accounts may have one address. That it has had its mails is told to nobody: they would learn that it exists. */
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
  { site, publicUrl }: Resources,
  purpose: LinkPurpose,
  to: Addressee,
  token: string,
  language: Language,
) {
  return writeLetter({ purpose, to, token, site: site.title, publicUrl: publicUrl ?? '', language })
}
