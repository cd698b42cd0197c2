import { Problem } from '@coldkeep/contract/problem'
import { priorityOfRank, rankOf } from '@coldkeep/domain/alarms/priority'
import { alertServiceState, renewedUntil } from '@coldkeep/domain/alert-service/alert-service'
import type { AccountId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import { accountBelow } from '../../accounts/account-queries'
import { alertServiceOf, changeAlertService } from '../../accounts/alert-service'
import { selectDayIn, updateAlertService } from '../../accounts/alert-service-queries'
import { auditRight } from '../../accounts/audit-right'
import { changeRights } from '../../accounts/change-rights'
import type { Handlers } from '../../calls/bind-call'
import type { Trx } from '../../db/connect'
import { recordPeriod } from '../../notices/calls/notice-record-handlers'
import { countStores, type EngineerRow, selectAmberStores, selectEngineersOfStore } from '../engineer-queries'
import { countAlertRecords, selectAlertRecords, selectUseRecords } from '../record-queries'
import { presentRecord } from '../words/present-record'

type AmberCall =
  | 'listStoreEngineers'
  | 'listServiceRecords'
  | 'listAmberStores'
  | 'changeAlertService'
  | 'renewAlertService'

/** The alert service among the services. */
const ALERT_SERVICE = 7

export const amberHandlers: Pick<Handlers, AmberCall> = {
  listStoreEngineers: async ({ db, user, clock, query: { storeId } }) => {
    const scope = scopeOf(user)
    await selectStoreInScope(db, scope, storeId)
    const rows = await selectEngineersOfStore(db, storeId, scope, clock.now())
    const mayEdit = user.pageKeys.has('2-2-4')
    return { engineers: rows.map((row) => presentEngineer(row, mayEdit)) }
  },

  listServiceRecords: async ({ db, user, query, translate }) => {
    const { storeId, serviceId, page, pageSize } = query
    const scope = scopeOf(user)
    const { zone } = await selectStoreInScope(db, scope, storeId)
    const period = recordPeriod(query)
    const paged = { offset: (page - 1) * pageSize, limit: pageSize }
    const { departments } = scope
    const { rows, total } =
      serviceId === ALERT_SERVICE
        ? await selectAlertRecords(db, storeId, scope, period, paged)
        : await selectUseRecords(db, storeId, { serviceId, departments }, period, paged)
    return { records: rows.map((row) => presentRecord(row, translate)), zone, total, page, pageSize }
  },

  listAmberStores: async ({ db, user, clock, query }) => {
    const { departmentId, page, pageSize } = query
    const scope = await selectScope(db, user, departmentId)
    const period = recordPeriod(query)
    const paged = { offset: (page - 1) * pageSize, limit: pageSize }
    const stores = await selectAmberStores(db, scope, clock.now(), paged)
    const ids = stores.map(({ storeId }) => storeId)
    const counts = await countAlertRecords(db, ids, scope, period)
    return {
      stores: stores.map((row) => ({ ...row, records: counts.get(row.storeId) ?? 0 })),
      total: await countStores(db, scope),
      page,
      pageSize,
    }
  },

  changeAlertService: async ({ db, user, clock, body }) => {
    const { accountId, hasAlertService, takesCases, lowestPriority, revision } = body
    const now = clock.now()
    const alertServiceEndsOn = body.alertServiceEndsOn as LocalDate | null
    await changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await engineerBelow(trx, holder, accountId)
      await touch([accountId])
      if (row.revision !== revision) throw new Problem('row.changed')
      const next = { hasAlertService, alertServiceEndsOn }
      await changeAlertService(trx, { user, now }, row, alertServiceOf(row), alertServiceOf(next))
      const alertLowestRank = rankOf(lowestPriority)
      await updateAlertService(trx, accountId, { ...next, takesCases, alertLowestRank })
      const before = {
        hasAlertService: row.hasAlertService,
        alertServiceEndsOn: row.alertServiceEndsOn,
        takesCases: row.takesCases,
      }
      const detail = { ...next, takesCases, lowestPriority, before }
      await auditRight(trx, { user, now }, 'amber.change', row.login, detail, row.departmentId)
    })
    return { alertServiceEndsOn, revision: revision + 1 }
  },

  renewAlertService: async ({ db, user, clock, body: { accountId, months, seenEnd } }) => {
    const now = clock.now()
    return changeRights({ db, user }, async (trx, { holder, touch }) => {
      const row = await engineerBelow(trx, holder, accountId)
      await touch([accountId])
      const today = await selectDayIn(trx, row.departmentId, now)
      const before = alertServiceOf(row)
      const seen = { isOn: before.isOn, endsOn: seenEnd as LocalDate | null }
      const alertServiceEndsOn = renewedUntil(seen, today, months)
      // the same request before this one
      if (row.hasAlertService && row.alertServiceEndsOn === alertServiceEndsOn)
        return { alertServiceEndsOn, revision: row.revision }
      if (row.alertServiceEndsOn !== seenEnd) throw new Problem('row.changed')
      const next = { hasAlertService: true, alertServiceEndsOn }
      await changeAlertService(trx, { user, now }, row, before, alertServiceOf(next), true)
      const { takesCases, alertLowestRank } = row
      await updateAlertService(trx, accountId, { ...next, takesCases, alertLowestRank })
      const detail = { months, from: seenEnd, until: alertServiceEndsOn }
      await auditRight(trx, { user, now }, 'amber.renew', row.login, detail, row.departmentId)
      return { alertServiceEndsOn, revision: row.revision + 1 }
    })
  },
}

/** @throws Problem `account.unknown`; `amber.unknown` for an account of no engineer */
async function engineerBelow(
  trx: Trx,
  { departmentId }: Parameters<Parameters<typeof changeRights>[1]>[1]['holder'],
  accountId: AccountId,
) {
  const row = await accountBelow(trx, departmentId, accountId)
  if (!row.isEngineer) throw new Problem('amber.unknown')
  return row
}

function presentEngineer(row: EngineerRow, mayEdit: boolean) {
  const { today, alertLowestRank, isBelow, ...shown } = row
  return {
    ...shown,
    password: '' as const,
    state: alertServiceState({ isOn: row.hasAlertService, endsOn: row.alertServiceEndsOn }, today),
    lowestPriority: priorityOfRank(alertLowestRank),
    mayEdit: mayEdit && isBelow,
  }
}
