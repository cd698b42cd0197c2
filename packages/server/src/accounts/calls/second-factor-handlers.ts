import { Problem } from '@coldkeep/contract/problem'
import type { Handlers } from '../../calls/bind-call'
import { accountBelow } from '../account-queries'
import { auditRight } from '../audit-right'
import { changeRights } from '../change-rights'
import { deleteSecondFactor } from '../second-factor-queries'
import { deleteOtherSignIns } from '../sign-in-queries'

export const lostSecondFactorHandlers = {
  takeSecondFactorAway: async ({ db, user, params, clock }) => {
    // who still has theirs gives a code for it; a stolen sign-in is not to get by without
    if (params.accountId === user.accountId) throw new Problem('account.second_factor_own')
    const now = clock.now()
    await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await accountBelow(trx, holder.departmentId, params.accountId)
      await touch([row.accountId])
      if (!row.hasSecondFactor) throw new Problem('account.second_factor_off')
      await deleteSecondFactor(trx, row.accountId)
      await deleteOtherSignIns(trx, row.accountId, null)
      await auditRight(trx, { user, now }, 'account.second_factor_taken', row.login, {}, row.departmentId)
    })
    return {}
  },
} satisfies Pick<Handlers, 'takeSecondFactorAway'>
