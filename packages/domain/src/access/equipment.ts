import type { DeviceType, TemperatureZone } from '../organisation/device'

/** Equipment that can be withheld: walk-in rooms, and what is chilled at 4 °C. */
export const guardedKinds = ['walk_in', 'c4'] as const
export type GuardedKind = (typeof guardedKinds)[number]

/** Kinds of equipment as permissions name them; all that is not guarded is seen with its store. */
export const equipmentKinds = [...guardedKinds, 'other'] as const
export type EquipmentKind = (typeof equipmentKinds)[number]

/** What a permission type offers: equipment that it shows, and equipment that it lets write to. */
export interface EquipmentOffer {
  readonly sees: readonly GuardedKind[]
  readonly writes: readonly EquipmentKind[]
}

/** One permission of an account: what its type offers, as far as the account was given it. */
export interface EquipmentPermission extends EquipmentOffer {
  readonly given: readonly GuardedKind[]
}

/** What an account may do with the equipment of its stores. */
export interface EquipmentRights {
  readonly hidden: ReadonlySet<GuardedKind>
  readonly writes: ReadonlySet<EquipmentKind>
}

/**
 * What all equipment permissions of an account come to. Without any it writes to nothing, and sees what is shown by any
 * of its page permissions (`shown`: of each, the guarded kinds; an account without a page sees nothing anyway).
 */
export function equipmentRights(
  permissions: readonly EquipmentPermission[],
  shown: readonly (readonly GuardedKind[])[] = [],
): EquipmentRights {
  if (permissions.length === 0) {
    const hidden = shown.length === 0 ? [] : guardedKinds.filter((kind) => !shown.flat().includes(kind))
    return { hidden: new Set(hidden), writes: new Set() }
  }
  const seen = permissions.map(seenWith)
  return {
    hidden: new Set(guardedKinds.filter((kind) => !seen.some((kinds) => kinds.has(kind)))),
    writes: new Set(
      permissions.flatMap(({ writes }, at) => writes.filter((kind) => mayReach(kind, seen[at]))),
    ),
  }
}

function seenWith({ sees, given }: EquipmentPermission): ReadonlySet<EquipmentKind> {
  return new Set(sees.filter((kind) => given.includes(kind)))
}

function mayReach(kind: EquipmentKind, seen: ReadonlySet<EquipmentKind> | undefined): boolean {
  return kind === 'other' || seen?.has(kind) === true
}

/** What is to be permitted for a device; a walk-in room at 4 °C is both. */
export function kindsOfDevice(device: {
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
}): readonly EquipmentKind[] {
  const guarded: GuardedKind[] = []
  if (device.type === 'walk_in') guarded.push('walk_in')
  if (device.zone === 'C4') guarded.push('c4')
  return guarded.length === 0 ? ['other'] : guarded
}

/** True when nothing of these kinds is withheld. */
export function maySee({ hidden }: EquipmentRights, kinds: readonly EquipmentKind[]): boolean {
  return kinds.every((kind) => kind === 'other' || !hidden.has(kind))
}

/** True when a permission names every one of these kinds for writing. */
export function mayWrite(rights: EquipmentRights, kinds: readonly EquipmentKind[]): boolean {
  return maySee(rights, kinds) && kinds.every((kind) => rights.writes.has(kind))
}
