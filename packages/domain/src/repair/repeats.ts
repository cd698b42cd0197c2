import type { DeviceId, RepairCaseId, StoreId } from '../ids'
import { days, type EpochMs } from '../time/instant'
import type { RepairPhase } from './repair-case'

/** A case for a device that comes so soon after a repair of it is a repeat. */
export const REPEAT_WITHIN_DAYS = 14

/** A case as far as repeats are found by it. */
export interface CaseOfDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId | null
  readonly repairCaseId: RepairCaseId
  /** In a person's words; empty where none is set. */
  readonly cause: string
  readonly phase: RepairPhase
  readonly reportedAt: EpochMs
  readonly closedAt: EpochMs | null
}

/** What a repeat repeats. */
export interface Repeat<Case extends CaseOfDevice = CaseOfDevice> {
  readonly before: Case
  /** 2 of the first repeat, 3 where that one was a repeat too. */
  readonly ordinal: number
}

/**
 * The repeats among cases, by their ids: a case of the same device, reported within 14 days after one was closed as
 * repaired; of several the one that was closed last. Where both have a cause it must be the same. Cases that turned out to
 * be none neither are repeats nor have any.
 */
export function findRepeats<Case extends CaseOfDevice>(
  cases: readonly Case[],
): ReadonlyMap<RepairCaseId, Repeat<Case>> {
  const found = new Map<RepairCaseId, Repeat<Case>>()
  const ofDevices = new Map<string, Case[]>()
  for (const one of cases.toSorted((a, b) => a.reportedAt - b.reportedAt)) {
    if (one.deviceId === null || one.phase === 'void') continue
    const key = `${one.storeId}/${one.deviceId}`
    const earlier = ofDevices.get(key) ?? []
    ofDevices.set(key, earlier)
    const before = lastClosed(earlier.filter((past) => isRepeatOf(one, past)))
    if (before !== undefined) {
      const ordinal = (found.get(before.repairCaseId)?.ordinal ?? 1) + 1
      found.set(one.repairCaseId, { before, ordinal })
    }
    earlier.push(one)
  }
  return found
}

/** A case that was reported first may have been closed last. */
function lastClosed<Case extends CaseOfDevice>(cases: readonly Case[]): Case | undefined {
  return cases.toSorted((a, b) => Number(a.closedAt) - Number(b.closedAt)).at(-1)
}

function isRepeatOf(one: CaseOfDevice, { phase, closedAt, cause }: CaseOfDevice): boolean {
  if (phase !== 'done' || closedAt === null) return false
  const apart = one.reportedAt - closedAt
  return apart >= 0 && apart <= days(REPEAT_WITHIN_DAYS) && isSameCause(one.cause, cause)
}

function isSameCause(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.trim().toLowerCase())
  return a === '' || b === '' || a === b
}

/** How often repairs of one device, one cause or one firm did not last. */
export interface RepeatCount {
  /** Closed as repaired. */
  readonly repaired: number
  /** Of which another case of the device came within 14 days. */
  readonly repeated: number
}

/**
 * Counts repairs and repeats by what `keyOf` names; a repeat counts for the repair that did not last.
 * @param keyOf null: not counted
 */
export function countRepeats<Case extends CaseOfDevice>(
  cases: readonly Case[],
  keyOf: (repaired: Case) => string | null,
): ReadonlyMap<string, RepeatCount> {
  const repeated = new Set([...findRepeats(cases).values()].map(({ before }) => before.repairCaseId))
  const counts = new Map<string, RepeatCount>()
  for (const one of cases) {
    const key = one.phase === 'done' && one.closedAt !== null ? keyOf(one) : null
    if (key === null) continue
    const known = counts.get(key) ?? { repaired: 0, repeated: 0 }
    const again = repeated.has(one.repairCaseId) ? 1 : 0
    counts.set(key, { repaired: known.repaired + 1, repeated: known.repeated + again })
  }
  return counts
}
