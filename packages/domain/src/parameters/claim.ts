import type { DepartmentId, DeviceId, DeviceModelId, ParameterProfileId } from '../ids'
import { isInRange } from './firmware'
import type { ParameterProfile, ProfileMatch, ProfileValue } from './profile'

/** A device as profiles look at it. */
export interface ClaimedDevice extends ProfileMatch {
  readonly deviceId: DeviceId
  /** `null`: not known. */
  readonly firmware: number | null
  readonly deviceModelId: DeviceModelId
  /** From the top department to that of its store. */
  readonly departments: readonly DepartmentId[]
}

/** What one parameter of a device shall be, and which profile says so. */
export interface Desired extends ProfileValue {
  readonly profileId: ParameterProfileId
  readonly version: number
  /** Profiles of the same rank that want another value: none of them is followed. */
  readonly rivals: readonly ParameterProfileId[]
}

/** True where a profile claims a device: its model, department and firmware, and what it names: the device, its kind of fridge. */
export function isClaimed(profile: ParameterProfile, device: ClaimedDevice): boolean {
  return (
    profile.deviceModelId === device.deviceModelId &&
    device.departments.includes(profile.departmentId) &&
    isInRange(profile, device.firmware) &&
    (profile.deviceIds === null || profile.deviceIds.includes(device.deviceId)) &&
    isNamed(profile.fridgeBrandId, device.fridgeBrandId) &&
    isNamed(profile.fridgeTypeId, device.fridgeTypeId) &&
    isNamed(profile.fridgeLocationId, device.fridgeLocationId)
  )
}

/**
 * What a device shall be set to, by parameter. Of several profiles that have a parameter the one counts that a department
 * higher up has locked; else the one that names more (the device before a location, a location before a type, a type before
 * a brand, a brand before a range of firmwares); else that of the nearest department, and of those that name the device the
 * newest. Two that are equal in all of this and want different values are rivals.
 */
export function desiredOf(
  device: ClaimedDevice,
  profiles: readonly ParameterProfile[],
): ReadonlyMap<string, Desired> {
  const ranked = new Map<string, { readonly rank: readonly number[]; readonly desired: Desired }>()
  for (const profile of profiles.filter((one) => isClaimed(one, device))) {
    for (const value of profile.values) {
      const rank = rankOf(profile, value)
      const known = ranked.get(value.code)
      const order = known === undefined ? 1 : compareRanks(rank, known.rank)
      if (order > 0) ranked.set(value.code, { rank, desired: desiredFrom(profile, value) })
      else if (known !== undefined && order === 0 && value.value !== known.desired.value) {
        const rivals = [...known.desired.rivals, profile.id]
        ranked.set(value.code, { rank, desired: { ...known.desired, rivals } })
      }
    }
  }
  return new Map([...ranked].map(([code, { desired }]) => [code, desired]))
}

function desiredFrom({ id, version }: ParameterProfile, value: ProfileValue): Desired {
  return { ...value, profileId: id, version, rivals: [] }
}

/** Locked ones first, of these that of the highest department. */
function rankOf(profile: ParameterProfile, { isLocked }: ProfileValue): readonly number[] {
  const { deviceIds, fridgeLocationId, fridgeTypeId, fridgeBrandId, firmwareFrom, firmwareTo } = profile
  const { level, id } = profile
  const named = [deviceIds, fridgeLocationId, fridgeTypeId, fridgeBrandId, firmwareFrom ?? firmwareTo]
  const names = named.map((one) => Number(one !== null))
  const newest = deviceIds === null ? 0 : id
  return isLocked ? [1, -level, ...names, 0, newest] : [0, 0, ...names, level, newest]
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, one] of a.entries()) {
    const difference = one - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function isNamed<Id>(named: Id | null, own: Id | null): boolean {
  return named === null || named === own
}
