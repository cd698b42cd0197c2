import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { AccountId, ParameterProfileId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { PauseReason } from '@coldkeep/domain/parameters/apply'
import type { ApplyNews } from '@coldkeep/domain/parameters/parameter-news'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectAccountsOf } from '../../access/account-right-queries'
import { rightsOf } from '../../access/account-rights'
import type { Trx } from '../../db/connect'
import { NO_STORE } from '../../outbox/news-kind'
import { insertOwnNotices } from '../../outbox/own-notice-queries'
import { selectProfileTitle } from '../profile-queries'
import { selectKinds } from './applied-queries'
import { type Apply, selectDepartmentPath } from './apply-queries'

type Notified = Pick<
  Apply,
  'parameterApplyId' | 'parameterProfileId' | 'departmentId' | 'accountId' | 'createdBy'
>

interface Happening {
  readonly about: ApplyNews
  readonly because: PauseReason | null
  /** Who requested or decided. */
  readonly person: string
}

/** Notifies everyone else who may write to all devices of an apply, and sees them, that it waits. */
export async function notifyApprovers(trx: Trx, apply: Notified, now: EpochMs): Promise<void> {
  const { departmentId, parameterApplyId, accountId, createdBy } = apply
  const { kinds = [] } = (await selectKinds(trx, [parameterApplyId])).get(parameterApplyId) ?? {}
  const candidates = await selectAccountsOf(trx, await selectDepartmentPath(trx, departmentId))
  const approvers = candidates.filter((one) => {
    const { pageKeys, equipment } = rightsOf(one)
    const mayOperate = pageKeys.has('3-1') && pageKeys.has('3-3')
    return (
      one.accountId !== accountId &&
      mayOperate &&
      kinds.every((kind) => mayWrite(equipment, kindsOfDevice(kind)))
    )
  })
  await notify(
    trx,
    apply,
    { about: 'apply_requested', because: null, person: createdBy },
    approvers.map((one) => one.accountId),
    now,
  )
}

/** Notifies who started an apply of what became of it. */
export async function notifyAuthor(trx: Trx, apply: Notified, what: Happening, now: EpochMs): Promise<void> {
  await notify(trx, apply, what, [apply.accountId], now)
}

async function notify(
  trx: Trx,
  { parameterApplyId, parameterProfileId }: Notified,
  { about, because, person }: Happening,
  accountIds: readonly AccountId[],
  now: EpochMs,
): Promise<void> {
  const profile = await titleOf(trx, parameterProfileId)
  await insertOwnNotices(
    trx,
    {
      storeId: NO_STORE,
      subjectKind: 'apply',
      subjectId: parameterApplyId,
      about,
      messageKey: `apply:${parameterApplyId}:${about}:${now}`,
      detail: { profile, person, ...(because !== null && { because }) },
      channels: personalChannels,
    },
    accountIds,
    now,
  )
}

async function titleOf(trx: Trx, id: ParameterProfileId): Promise<string> {
  return (await selectProfileTitle(trx, id)) ?? ''
}
