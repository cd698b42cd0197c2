import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId, NoticeTargetId, StoreId } from '@coldkeep/domain/ids'
import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { Db } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { selectMembers, selectOwners } from './recipient-queries'

/** A notification for one recipient, and where it happened. */
export interface NotificationCandidate {
  /** `null`: it is for one account alone. */
  readonly targetId: NoticeTargetId | null
  /** The recipient; `null`: an address, for which the account answers that saved its target last. */
  readonly accountId: AccountId | null
  readonly channel: NoticeChannel
  readonly storeId: StoreId
  /** Departments from the top down to the store's own; `null` where there is no store. */
  readonly path: readonly DepartmentId[] | null
  /** The devices that it is about; `null`: none. */
  readonly equipment: readonly { readonly type: DeviceType; readonly zone: TemperatureZone | null }[] | null
}

export type WhyNotNotified = 'target_gone' | 'owner_gone' | 'no_right' | 'silenced'

/**
 * Judges by the rights and preferences of this moment.
 * @returns for each why it is not to be sent, `null` where it is
 */
export async function judgeRecipients(
  db: Db,
  candidates: readonly NotificationCandidate[],
): Promise<(candidate: NotificationCandidate) => WhyNotNotified | null> {
  const toAddresses = candidates.filter(({ accountId }) => accountId === null)
  const owners = await selectOwners(db, unique(toAddresses.flatMap(({ targetId }) => targetId ?? [])))
  const accounts = [...candidates.map(({ accountId }) => accountId), ...owners.values()]
  const members = await selectMembers(db, unique(accounts.flatMap((id) => id ?? [])))
  return ({ targetId, accountId, channel, storeId, path, equipment }) => {
    const isAddress = accountId === null
    const owner = targetId === null ? undefined : owners.get(targetId)
    const reader = members.get(accountId ?? owner ?? NO_ACCOUNT)
    if (reader === undefined) return isAddress ? 'owner_gone' : 'target_gone'
    const isInReach = storeId === NO_STORE || path?.includes(reader.departmentId) === true
    const kinds = (equipment ?? []).flatMap(kindsOfDevice)
    if (!isInReach || !maySee(reader.equipment, kinds)) return 'no_right'
    const isSilenced = !isAddress && reader.silencedChannels.some((silenced) => silenced === channel)
    return isSilenced ? 'silenced' : null
  }
}

const NO_ACCOUNT = 0 as AccountId

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
