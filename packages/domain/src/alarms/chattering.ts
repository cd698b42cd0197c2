import { type EpochMs, hours, minutes } from '../time/instant'

const QUICK_RAISES = 3
const QUICK_MS = minutes(1)
const FREQUENT_RAISES = 5
const FREQUENT_MS = hours(1)

/** The raises that still count towards chattering, with the one at `at`: those of the last hour, at most five. */
export function recentRaises(raises: readonly EpochMs[], at: EpochMs): EpochMs[] {
  return [...raises.filter((raise) => at - raise < FREQUENT_MS), at].slice(-FREQUENT_RAISES)
}

/** Three raises of a branch within a minute or five within an hour: its limit lies where the value lives. */
export function isChattering(raises: readonly EpochMs[]): boolean {
  return isWithin(raises, QUICK_RAISES, QUICK_MS) || isWithin(raises, FREQUENT_RAISES, FREQUENT_MS)
}

function isWithin(raises: readonly EpochMs[], count: number, withinMs: number): boolean {
  const [last, first] = [raises.at(-1), raises.at(-count)]
  return last !== undefined && first !== undefined && last - first < withinMs
}
