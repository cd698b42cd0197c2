import { Problem } from '@coldkeep/contract/problem'
import type { ServiceId } from '@coldkeep/domain/service-points/service'
import { serviceIds } from '@coldkeep/domain/service-points/service'
import { isTopDepartment } from '../../access/department-path-queries'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { mapBatches, oneBatch, tableCsv } from '../../wording/table-csv'
import { checkManages } from '../applications'
import { countDetails, readDetails, selectDetails } from '../detail-queries'
import { drawStatement, statementFigures, usedFigures } from '../draw-statement'
import { countGrants, selectGrant, selectGrants } from '../grant-queries'
import { correctUse, endGrant } from '../grants'
import { selectChain } from '../ledger-queries'
import { selectPointPlace } from '../point-place'
import { readStatement } from '../read-statement'
import { selectBalances, selectUsedByStore } from '../statement-queries'
import {
  detailHead,
  detailLines,
  presentDetail,
  presentGrant,
  presentServices,
  serviceTitle,
} from '../words/present-points'

type PointCall =
  | 'listServicePoints'
  | 'listPointDetails'
  | 'pointDetailCsv'
  | 'getPointStatement'
  | 'pointStatementCsv'
  | 'pointStatementPdf'
  | 'listPointGrants'
  | 'voidPointGrant'
  | 'correctPointUse'

const ROWS_AT_ONCE = 500

export const pointHandlers: Pick<Handlers, PointCall> = {
  listServicePoints: async ({ db, user, query: { storeId }, translate }) => {
    const { chainId } = await selectChain(db, user.departmentId)
    if (storeId !== null) await selectStoreInScope(db, scopeOf(user), storeId)
    const used = storeId === null ? null : await selectUsedByStore(db, chainId, storeId)
    return {
      points: presentServices(await selectBalances(db, chainId), used, translate),
      mayManage: await isTopDepartment(db, user.departmentId),
    }
  },

  listPointDetails: async ({ db, user, query, translate }) => {
    const { page, pageSize } = query
    const { filter } = await selectPointPlace(db, user, query)
    const paged = { offset: (page - 1) * pageSize, limit: pageSize }
    const of = async (serviceId: ServiceId) => ({
      serviceId,
      title: serviceTitle(serviceId, translate),
      rows: (await selectDetails(db, filter, serviceId, paged)).map((entry) =>
        presentDetail(entry, translate),
      ),
      total: await countDetails(db, filter, serviceId),
      ...{ page, pageSize },
    })
    const chosen = query.serviceId === undefined ? serviceIds : [query.serviceId]
    const found = await Promise.all(chosen.map(of))
    return { services: found, total: found.reduce((sum, one) => sum + one.total, 0) }
  },

  pointDetailCsv: async ({ db, user, query, translate }) => {
    const { serviceId } = query
    const { filter } = await selectPointPlace(db, user, query)
    const batches = mapBatches(readDetails(db, filter, serviceId, ROWS_AT_ONCE), (entries) =>
      detailLines(entries, serviceId, translate),
    )
    return { from: 'batches', batches: tableCsv(detailHead(serviceId, translate), query, batches) }
  },

  getPointStatement: async ({ db, user, query, translate }) =>
    readStatement(db, await selectPointPlace(db, user, query), query.month, translate),

  pointStatementCsv: async ({ db, user, query, translate }) => {
    const place = await selectPointPlace(db, user, query)
    const { of, lines, total } = await readStatement(db, place, query.month, translate)
    const keys = of === 'chain' ? statementFigures : usedFigures
    const head = {
      header: [
        { value: translate('pointWords.column.service'), kind: 'text' as const },
        { value: translate('pointWords.column.part'), kind: 'text' as const },
        ...keys.map((key) => ({ value: translate(`pointWords.figure.${key}`), kind: 'number' as const })),
      ],
      filterIndex: null,
    }
    const rows = [
      ...lines.map((line) => ({ value: [line.service, line.part, ...keys.map((key) => line[key])] })),
      { value: [translate('pointWords.total'), '', ...keys.map((key) => total[key])] },
    ]
    return { from: 'batches', batches: tableCsv(head, {}, oneBatch(rows)) }
  },

  pointStatementPdf: async ({ db, user, query, clock, language, translate }) => {
    const { month } = query
    const statement = await readStatement(db, await selectPointPlace(db, user, query), month, translate)
    const paper = { statement, month, madeAt: clock.now(), madeBy: user.name }
    return { from: 'memory', bytes: await drawStatement(paper, { language, translate }) }
  },

  listPointGrants: async ({ db, user, query: { page, pageSize }, translate }) => {
    const { chainId } = await selectChain(db, user.departmentId)
    const rows = await selectGrants(db, chainId, { offset: (page - 1) * pageSize, limit: pageSize })
    return {
      grants: rows.map((row) => presentGrant(row, translate)),
      total: await countGrants(db, chainId),
      ...{ page, pageSize },
    }
  },

  voidPointGrant: async ({ db, user, clock, body: { id, reason } }) => {
    await checkManages(db, user)
    const now = clock.now()
    const by = { accountId: user.accountId, name: user.name }
    await db.transaction().execute(async (trx) => {
      const grant = await selectGrant(trx, user.departmentId, id)
      if (grant === null) throw new Problem('points.grant_unknown')
      const ended = await endGrant(trx, user.departmentId, id, { kind: 'void', by, now, reason })
      if (ended === 'repeated') throw new Problem('points.grant_ended')
      const { subservice, points, leftPoints: left } = grant
      const detail = { subservice, points, left, reason }
      const subject = String(id)
      await addAudit(trx, {
        at: now,
        by,
        storeId: null,
        kind: 'points.void',
        subject,
        detail,
        outcome: 'done',
      })
    })
    return {}
  },

  correctPointUse: async ({ db, user, clock, body: { id, reason } }) => {
    await checkManages(db, user)
    const now = clock.now()
    const by = { accountId: user.accountId, name: user.name }
    await db.transaction().execute(async (trx) => {
      const corrected = await correctUse(trx, user.departmentId, id, { by, now, reason })
      if (corrected === null) throw new Problem('points.use_unknown')
      if (corrected === 'repeated') throw new Problem('points.corrected')
      const entry = { storeId: null, kind: 'points.correct', subject: String(id), detail: { reason } }
      await addAudit(trx, { at: now, by, ...entry, outcome: 'done' })
    })
    return {}
  },
}
