import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import { isTopDepartment } from '../access/department-path-queries'
import type { Db } from '../db/connect'
import { selectPlaces } from './brand-news-queries'
import { auditEntry, checkName, checkWithin, type ListWriter, lockOwn } from './entries'
import { lockList, updateEntry } from './entry-queries'
import { notifyProposer } from './notify-of-brand'

interface BrandReview {
  readonly id: FridgeEntryId
  readonly isApproved: boolean
  readonly reason: string
  /** To whose list it comes; left out: that of the department that it was proposed in. */
  readonly departmentId?: DepartmentId | undefined
  readonly revision?: number | undefined
}

/**
 * Adds a proposed brand to a list, or refuses it, and notifies its proposer.
 * @throws Problem `fridge.reviewer_only`, `fridge.unknown`, `row.changed`, `fridge.reviewed`, `department.unknown`,
 * `fridge.name_taken`, and `request.malformed` without a reason to refuse
 */
export async function reviewBrand(db: Db, writer: ListWriter, review: BrandReview): Promise<void> {
  const { user, now } = writer
  const { id, isApproved, reason } = review
  if (!isApproved && reason === '') throw new Problem('request.malformed', {}, { reason: 'missing' })
  await db.transaction().execute(async (trx) => {
    if (!(await isTopDepartment(trx, user.departmentId))) throw new Problem('fridge.reviewer_only')
    await lockList(trx, 'brand')
    const row = await lockOwn(trx, user, 'brand', review)
    if (row.state !== 'proposed') throw new Problem('fridge.reviewed')
    const own = row.departmentId as DepartmentId
    const departmentId = (isApproved && review.departmentId) || own
    const places = (await selectPlaces(trx, [own])).get(own) ?? []
    checkWithin(user, departmentId)
    // elsewhere it would be lost to those who proposed it
    if (!places.some((place) => place.id === departmentId)) throw new Problem('department.unknown')
    if (isApproved) await checkName(trx, { list: 'brand', departmentId, draft: row, except: id })
    const about = isApproved ? 'approved' : 'refused'
    await updateEntry(trx, id, { state: about, departmentId, reviewer: user.name, reviewedAt: now, reason })
    await auditEntry(trx, writer, isApproved ? 'approve' : 'refuse', { ...row, departmentId }, { reason })
    const { proposedBy, title } = row
    await notifyProposer(trx, writer, proposedBy, { id, departmentId, title, about, reason })
  })
}
