import { groupBy } from '@coldkeep/domain/group-by'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { selectOnCall } from '../on-call/shift-queries'
import { suppress } from '../outbox/notice-queries'
import { type NoticePlacing, placeNotices } from '../outbox/place-notice-queries'
import { judgeRecipients } from './judge-recipients'
import { selectOnCallTargets, selectPeopleOf } from './on-call-target-queries'
import type { DueNotice } from './outbox-queries'

/**
 * Gives what is due for whoever is on call to those who are at this moment and may and want to be notified of it; where there
 * is no one, to the people of the department, and the row says so.
 * @returns whether rows have changed and are to be read again
 */
export async function placeOnCall(trx: Trx, due: readonly DueNotice[], now: EpochMs): Promise<boolean> {
  const unplaced = due.filter(({ targetId, accountId }) => targetId !== null && accountId === null)
  const targets = await selectOnCallTargets(trx, [
    ...new Set(unplaced.flatMap(({ targetId }) => targetId ?? [])),
  ])
  const waiting = unplaced.flatMap((notice) => {
    const departmentId = notice.targetId === null ? undefined : targets.get(notice.targetId)
    return departmentId === undefined ? [] : [{ notice, departmentId }]
  })
  if (waiting.length === 0) return false
  const departmentIds = [...new Set(waiting.map(({ departmentId }) => departmentId))]
  const onCall = groupBy(await selectOnCall(trx, departmentIds, now), ({ departmentId }) => departmentId)
  const people = groupBy(await selectPeopleOf(trx, departmentIds), ({ departmentId }) => departmentId)
  const accountsOf = (
    all: ReadonlyMap<DepartmentId, readonly { accountId: AccountId }[]>,
    id: DepartmentId,
  ) => (all.get(id) ?? []).map(({ accountId }) => accountId)
  const candidates = waiting.map(({ notice, departmentId }) => ({
    notice,
    first: accountsOf(onCall, departmentId),
    otherwise: accountsOf(people, departmentId),
  }))
  const judged = candidates.flatMap(({ notice, first, otherwise }) =>
    [...first, ...otherwise].map((accountId) => ({ ...notice, accountId })),
  )
  const whyNot = await judgeRecipients(trx, judged)
  const placings = candidates.map(({ notice, first, otherwise }): NoticePlacing => {
    const reached = (ids: readonly AccountId[]) =>
      ids.filter((accountId) => whyNot({ ...notice, accountId }) === null)
    const { storeId, noticeId } = notice
    const duty = reached(first)
    return {
      ...{ storeId, noticeId, isFallback: duty.length === 0 },
      accountIds: duty.length === 0 ? reached(otherwise) : duty,
    }
  })
  await placeNotices(trx, placings)
  const unreachable = placings.filter(({ accountIds }) => accountIds.length === 0)
  await suppress(
    trx,
    unreachable.map((placing) => ({ ...placing, why: 'no_one_on_call' })),
    now,
  )
  return true
}
