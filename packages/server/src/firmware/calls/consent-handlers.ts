import { Problem } from '@coldkeep/contract/problem'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { selectPlanned } from '../planned-queries'
import { postponeInstall } from '../postpone-install'
import { presentPlanned } from '../words/present-planned'

export const consentHandlers: Pick<Handlers, 'listPlannedUpdates' | 'postponeUpdate'> = {
  listPlannedUpdates: async ({ db, user, query: { departmentId, page, pageSize }, clock }) => {
    const scope = await selectScope(db, user, departmentId)
    const { rows, total } = await selectPlanned(db, scope, {
      ...{ jobId: null, storeId: null },
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
    const now = clock.now()
    return { updates: rows.map((row) => presentPlanned(row, now)), total, page, pageSize }
  },

  postponeUpdate: async ({ db, user, body: { token: jobId, storeId }, clock }) => {
    const scope = scopeOf(user)
    await selectStoreInScope(db, scope, storeId)
    const by = { accountId: user.accountId, name: user.name }
    const now = clock.now()
    const postponed = await db
      .transaction()
      .execute((trx) => postponeInstall(trx, { jobId, storeId, by, now }))
    if (!postponed.ok) throw new Problem(postponed.problem)
    const { rows } = await selectPlanned(db, scope, { jobId, storeId, offset: 0, limit: 1 })
    if (rows[0] === undefined) throw new Problem('firmware.not_planned')
    return presentPlanned(rows[0], now)
  },
}
