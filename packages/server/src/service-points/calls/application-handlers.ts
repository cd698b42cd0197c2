import { type PointPriceList, wirePriceList } from '@coldkeep/contract/areas/point-applications'
import { Problem } from '@coldkeep/contract/problem'
import { offeredPoints, serviceOf, services } from '@coldkeep/domain/service-points/service'
import { isTopDepartment } from '../../access/department-path-queries'
import { rowChanged } from '../../access/row-changed'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import { countApplications, selectApplicant, selectApplications } from '../application-queries'
import { applyFor, checkManages, decideApplication } from '../applications'
import { selectChain } from '../ledger-queries'
import { selectRule, writeRule } from '../rule-queries'
import { partTitle, presentApplication, serviceTitle } from '../words/present-points'

type ApplicationCall =
  | 'getPointApplicationForm'
  | 'applyForPoints'
  | 'listPointApplications'
  | 'decidePointApplication'
  | 'getPointPrices'
  | 'savePointPrices'

export const pointApplicationHandlers: Pick<Handlers, ApplicationCall> = {
  getPointApplicationForm: async ({ db, user, translate }) => {
    const chain = await selectChain(db, user.departmentId)
    const applicant = await selectApplicant(db, user.accountId)
    return {
      company: applicant?.company ?? chain.name,
      contact: applicant?.name ?? '',
      phone: applicant?.phone ?? '',
      services: services.map(({ id, subservices }) => ({
        id,
        title: serviceTitle(id, translate),
        parts: subservices.map((part) => ({ id: part, title: partTitle(part, translate) })),
      })),
      points: [...offeredPoints],
    }
  },

  applyForPoints: async ({ db, user, clock, body }) => {
    const { serviceId, ...applied } = body
    if (serviceOf(applied.subservice) !== serviceId)
      throw new Problem('request.malformed', {}, { subservice: 'choice' })
    return { id: await applyFor(db, { user, now: clock.now() }, applied) }
  },

  listPointApplications: async ({ db, user, query: { page, pageSize }, translate }) => {
    const { chainId } = await selectChain(db, user.departmentId)
    const isTop = chainId === user.departmentId
    const applicants = { chainId, departments: isTop ? null : user.departmentIds }
    const rows = await selectApplications(db, applicants, { offset: (page - 1) * pageSize, limit: pageSize })
    const mayManage = await isTopDepartment(db, user.departmentId)
    return {
      applications: rows.map((row) =>
        presentApplication(row, mayManage && row.accountId !== user.accountId, translate),
      ),
      total: await countApplications(db, applicants),
      ...{ page, pageSize },
    }
  },

  decidePointApplication: async ({ db, user, clock, body }) => {
    await decideApplication(db, { user, now: clock.now() }, body)
    return {}
  },

  getPointPrices: async ({ db, user }) => {
    const { chainId } = await selectChain(db, user.departmentId)
    return pricesOf(await selectRule(db, chainId))
  },

  savePointPrices: async ({ db, user, clock, body }) => {
    const { prices, mayOwe, revision } = body
    await checkManages(db, user)
    const chainId = user.departmentId
    const now = clock.now()
    return db.transaction().execute(async (trx) => {
      const before = await selectRule(trx, chainId)
      const changed = { changedAt: now, changedBy: user.name }
      if (!(await writeRule(trx, chainId, { prices, mayOwe, revision }, changed)))
        throw rowChanged(wirePriceList, pricesOf(await selectRule(trx, chainId)))
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId: null,
        kind: 'points.prices',
        subject: (await selectChain(trx, chainId)).name,
        detail: {
          before: { prices: before.prices, mayOwe: before.mayOwe },
          after: { prices, mayOwe },
        },
        outcome: 'done',
      })
      return pricesOf(await selectRule(trx, chainId))
    })
  },
}

function pricesOf({ prices, ...rule }: Awaited<ReturnType<typeof selectRule>>): PointPriceList {
  return { ...rule, prices: { ...prices } }
}
