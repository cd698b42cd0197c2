import { kindsOfDevice, maySee } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { Db } from '../db/connect'
import { selectMembers, selectOwners } from './recipient-queries'

/** Something that somebody is to be told, and where it happened. */
export interface Telling {
  readonly targetId: NoticeTargetId
  /** The recipient; `null`: an address, for which the account answers that saved its target last. */
  readonly accountId: AccountId | null
  readonly channel: NoticeChannel
  /** Departments from the top down to the store's own. */
  readonly path: readonly DepartmentId[]
  readonly deviceType: DeviceType | null
  readonly deviceZone: TemperatureZone | null
}

export type WhyNotTold = 'target_gone' | 'owner_gone' | 'no_right' | 'silenced'

/** Judges by the rights and wishes of this moment. @returns for each why it is not to be told, `null` where it is */
export async function judgeTellings(
  db: Db,
  tellings: readonly Telling[],
): Promise<(telling: Telling) => WhyNotTold | null> {
  const toAddresses = tellings.filter(({ accountId }) => accountId === null)
  const owners = await selectOwners(db, unique(toAddresses.map(({ targetId }) => targetId)))
  const accounts = [...tellings.map(({ accountId }) => accountId), ...owners.values()]
  const members = await selectMembers(db, unique(accounts.flatMap((id) => id ?? [])))
  return ({ targetId, accountId, channel, path, deviceType, deviceZone }) => {
    const isAddress = accountId === null
    const reader = members.get(accountId ?? owners.get(targetId) ?? NOBODY)
    if (reader === undefined) return isAddress ? 'owner_gone' : 'target_gone'
    const kinds = deviceType === null ? [] : kindsOfDevice({ type: deviceType, zone: deviceZone })
    if (!path.includes(reader.departmentId) || !maySee(reader.equipment, kinds)) return 'no_right'
    const isSilenced = !isAddress && reader.silencedChannels.some((silenced) => silenced === channel)
    return isSilenced ? 'silenced' : null
  }
}

const NOBODY = 0 as AccountId

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
