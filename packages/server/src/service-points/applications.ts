import { Problem } from '@coldkeep/contract/problem'
import type { CreditApplicationId, DepartmentId } from '@coldkeep/domain/ids'
import { expiryAfter } from '@coldkeep/domain/service-points/credit-month'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { isTopDepartment } from '../access/department-path-queries'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import { insertApplication, lockApplication, updateDecided } from './application-queries'
import { grantPoints } from './grants'
import { selectChain, selectDepartmentName } from './ledger-queries'
import { notifyApplicant, notifyApprovers } from './notify-of-application'

export interface CreditWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

interface Applied {
  readonly company: string
  readonly contact: string
  readonly phone: string
  readonly subservice: Subservice
  readonly points: number
}

/** Applies for points, and notifies who may approve it. */
export async function applyFor(
  db: Db,
  { user, now }: CreditWriter,
  applied: Applied,
): Promise<CreditApplicationId> {
  return db.transaction().execute(async (trx) => {
    const { chainId } = await selectChain(trx, user.departmentId)
    const id = await insertApplication(trx, {
      ...applied,
      chainId,
      departmentId: user.departmentId,
      departmentName: await selectDepartmentName(trx, user.departmentId),
      state: 'waiting',
      accountId: user.accountId,
      accountName: user.name,
      requestedAt: now,
    })
    await auditApplication(trx, { user, now }, 'apply', chainId, { ...applied, id })
    await notifyApprovers(trx, { user, now }, { ...applied, id, chainId })
    return id
  })
}

interface Decision {
  readonly id: CreditApplicationId
  readonly isApproved: boolean
  readonly reason: string
  readonly lastDay?: string | undefined
}

/**
 * Approves an application, which grants its points once, or rejects it; its applicant is notified.
 * @throws Problem `points.top_only`, `points.application_unknown`, `points.own_application`, `points.decided`,
 * `points.last_day` where it is over, and `request.malformed` without a reason to reject or a day to approve
 */
export async function decideApplication(
  db: Db,
  { user, now }: CreditWriter,
  { id, isApproved, reason, lastDay }: Decision,
): Promise<void> {
  if (!isApproved && reason === '') throw new Problem('request.malformed', {}, { reason: 'missing' })
  if (isApproved && lastDay === undefined) throw new Problem('request.malformed', {}, { lastDay: 'missing' })
  const expiresAt = isApproved && lastDay !== undefined ? expiryAfter(localDate(lastDay)) : null
  if (expiresAt !== null && expiresAt <= now) throw new Problem('points.last_day', {}, { lastDay: 'range' })
  await db.transaction().execute(async (trx) => {
    await checkManages(trx, user)
    const row = await lockApplication(trx, user.departmentId, id)
    if (row === null) throw new Problem('points.application_unknown')
    if (row.accountId === user.accountId) throw new Problem('points.own_application')
    if (row.state !== 'waiting') throw new Problem('points.decided')
    const { chainId, subservice, points } = row
    const decided = { decidedAt: now, decidedBy: user.name, reason, expiresAt }
    await updateDecided(trx, chainId, id, { ...decided, state: isApproved ? 'approved' : 'rejected' })
    if (expiresAt !== null)
      await grantPoints(trx, {
        pool: { chainId, subservice },
        cause: { kind: 'application', id: String(id) },
        ...{ points, expiresAt, now },
        by: { accountId: user.accountId, name: user.name },
      })
    const act = isApproved ? 'approve' : 'reject'
    await auditApplication(trx, { user, now }, act, row.departmentId, {
      id,
      subservice,
      points,
      reason,
      lastDay,
    })
    await notifyApplicant(trx, { user, now }, row, isApproved, reason)
  })
}

/** @throws Problem `points.top_only` for who is not of the top department */
export async function checkManages(db: Db, user: SignedIn): Promise<void> {
  if (!(await isTopDepartment(db, user.departmentId))) throw new Problem('points.top_only')
}

function auditApplication(
  trx: Trx,
  { user, now }: CreditWriter,
  act: 'apply' | 'approve' | 'reject',
  departmentId: DepartmentId,
  { id, ...detail }: { readonly id: CreditApplicationId } & Readonly<Record<string, unknown>>,
): Promise<void> {
  return addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    departmentId,
    kind: `points.${act}`,
    subject: String(id),
    detail,
    outcome: 'done',
  })
}
