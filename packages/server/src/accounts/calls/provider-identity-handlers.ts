import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { accountBelow } from '../account-queries'
import { auditRight } from '../audit-right'
import { changeRights } from '../change-rights'
import { deleteProviderIdentity } from '../provider-identity-queries'

export const providerIdentityHandlers = {
  endProviderIdentity: async ({ db, user, params, clock }) => {
    const now = clock.now()
    await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountId)
      await touch([row.accountId])
      if (!(await deleteProviderIdentity(trx, row.accountId))) throw new Problem('account.provider_unknown')
      await auditRight(trx, { user, now }, 'account.provider_end', row.login, {}, row.departmentId)
    })
    return {}
  },
} satisfies Pick<Handlers, 'endProviderIdentity'>
