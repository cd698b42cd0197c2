import { type EpochMs, later, minutes } from '../time/instant'
import { minuteOfDay } from '../time/store-calendar'

/** Every day from one time to another on the clocks of a zone; past midnight where the end comes first. */
export interface QuietHours {
  readonly fromMinute: number
  readonly untilMinute: number
  readonly zone: string
}

const DAY_MINUTES = 1_440
const MINUTE_MS = minutes(1)

/** When the quiet hours that contain an instant end; `null` outside of them. */
export function quietUntil(quiet: QuietHours | null, at: EpochMs): EpochMs | null {
  if (quiet === null) return null
  const { fromMinute, untilMinute, zone } = quiet
  const lengthMinutes = (untilMinute - fromMinute + DAY_MINUTES) % DAY_MINUTES
  const into = (minuteOfDay(zone, at) - fromMinute + DAY_MINUTES) % DAY_MINUTES
  if (into >= lengthMinutes) return null
  const minuteStart = later(at, -(at % MINUTE_MS))
  const end = later(minuteStart, minutes(lengthMinutes - into))
  // Where the clocks change in between, quiet hours end when the wall clock shows it.
  const shown = minuteOfDay(zone, end)
  const wrongMinutes = ((untilMinute - shown + DAY_MINUTES + DAY_MINUTES / 2) % DAY_MINUTES) - DAY_MINUTES / 2
  return later(end, minutes(wrongMinutes))
}
