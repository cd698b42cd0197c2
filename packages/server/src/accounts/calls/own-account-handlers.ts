import { type Company, wireCompany, wireProfile } from '@coldkeep/contract/areas/account'
import type { SiteConfig } from '@coldkeep/contract/config'
import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { maskedNumber } from '@coldkeep/domain/notices/mask-address'
import { rowChanged } from '../../access/row-changed'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { mayEditCompany } from '../../organisation/edits-company'
import { checkNewPassword } from '../check-new-password'
import { confirmPresence } from '../confirm-presence'
import type { Provider } from '../open-provider'
import {
  deleteOwnSignIn,
  selectChooser,
  selectCompany,
  selectEngineers,
  selectProfile,
  selectSignIns,
  updateCompany,
  updatePreferences,
  updateProfile,
} from '../profile-queries'
import { hasSecondFactor } from '../second-factor-queries'
import { setPassword } from '../set-password'
import { deleteOtherSignIns } from '../sign-in-queries'

type AccountCall =
  | 'getCompany'
  | 'updateCompany'
  | 'getProfile'
  | 'updateProfile'
  | 'changePassword'
  | 'updatePreferences'
  | 'listSignIns'
  | 'endSignIn'
  | 'endOtherSignIns'

/** What calls about the own account need. */
export interface OwnAccountCallParts {
  readonly site: Pick<SiteConfig, 'title'>
  /** `null`: accounts sign in with account and password alone. */
  readonly provider: Pick<Provider, 'name' | 'issuer'> | null
}

export function accountHandlers({ site, provider }: OwnAccountCallParts): Pick<Handlers, AccountCall> {
  return {
    getCompany: ({ db, user }) => companyFor(db, user),

    updateCompany: async ({ db, user, body, clock }) => {
      if (!(await mayEditCompany(db, user))) throw new Problem('access.page')
      // an account that demands a second factor of others has to have one itself, lest it be the first to be
      // shut out
      if (
        body.factorDemand !== 'nobody' &&
        !user.isByProvider &&
        !(await hasSecondFactor(db, user.accountId))
      ) {
        throw new Problem('account.second_factor_first', {}, { secondFactor: 'choice' })
      }
      const isDone = await db.transaction().execute(async (trx) => {
        if (!(await updateCompany(trx, body))) return false
        await addAudit(trx, ownEntry(user, 'company.change', clock.now(), body))
        return true
      })
      if (!isDone) throw rowChanged(wireCompany, await companyFor(db, user))
      return companyFor(db, user)
    },

    getProfile: ({ db, user }) => profileOf(db, user),

    updateProfile: async ({ db, user, body, clock }) => {
      const { departmentId, ...change } = body
      const moved = departmentId !== null && mayMove(user, departmentId) ? { departmentId } : {}
      const isDone = await db.transaction().execute(async (trx) => {
        if (!(await updateProfile(trx, user.accountId, { ...change, ...moved }))) return false
        const masked = { ...change, mobile: maskedNumber(change.mobile), phone: maskedNumber(change.phone) }
        await addAudit(trx, ownEntry(user, 'account.profile', clock.now(), { ...masked, ...moved }))
        return true
      })
      if (!isDone) throw rowChanged(wireProfile, await profileOf(db, user))
      return profileOf(db, user)
    },

    changePassword: async (context) => {
      const { db, user, body, clock } = context
      await confirmPresence(context, body.current)
      const { password } = body
      await checkNewPassword({ db, site }, await selectChooser(db, user.accountId), password)
      const now = clock.now()
      await setPassword(db, user.accountId, { password, by: user.signInId, now }, (trx) =>
        addAudit(trx, ownEntry(user, 'account.password', now)),
      )
      return {}
    },

    updatePreferences: async ({ db, user, body, clock }) => {
      if (Object.keys(body).length === 0) return {}
      await db.transaction().execute(async (trx) => {
        await updatePreferences(trx, user.accountId, body)
        await addAudit(trx, ownEntry(user, 'account.preferences', clock.now(), body))
      })
      return {}
    },

    listSignIns: async ({ db, user, clock }) => {
      const rows = await selectSignIns(db, user.accountId, clock.now())
      return rows.map(({ signInId, createdAt, renewedAt, address, browser, issuer }) => ({
        id: signInId,
        createdAt,
        renewedAt,
        address,
        browser,
        isCurrent: signInId === user.signInId,
        provider: issuer === provider?.issuer ? (provider?.name ?? null) : issuer,
      }))
    },

    endSignIn: async ({ db, user, query, clock }) => {
      await db.transaction().execute(async (trx) => {
        const isOther = query.id !== user.signInId
        if (!isOther || !(await deleteOwnSignIn(trx, user.accountId, query.id))) {
          throw new Problem('account.sign_in_unknown')
        }
        await addAudit(trx, ownEntry(user, 'account.sign_out_elsewhere', clock.now(), { ended: 1 }))
      })
      return {}
    },

    endOtherSignIns: async ({ db, user, clock }) => {
      const ended = await db.transaction().execute(async (trx) => {
        const count = await deleteOtherSignIns(trx, user.accountId, user.signInId)
        if (count > 0) {
          await addAudit(trx, ownEntry(user, 'account.sign_out_elsewhere', clock.now(), { ended: count }))
        }
        return count
      })
      return { ended }
    },
  }
}

async function companyFor(db: Db, user: SignedIn): Promise<Company> {
  return { ...(await selectCompany(db)), mayEdit: await mayEditCompany(db, user) }
}

/** No account widens its own rights: one that sets rights may move below where it is, any other stays. */
function mayMove({ pageKeys, departmentIds }: SignedIn, departmentId: DepartmentId): boolean {
  return pageKeys.has('2-2-4') && departmentIds.includes(departmentId)
}

async function profileOf(db: Db, user: SignedIn) {
  const row = await selectProfile(db, user.accountId)
  const engineers = await selectEngineers(db, row.departmentId)
  const { signedInAt, isByProvider } = user
  return { ...row, signedInAt, isByProvider, engineers }
}
