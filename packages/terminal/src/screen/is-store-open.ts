import type { ScreenSettings } from '@coldkeep/contract/mqtt/screen-settings'
import { isWithinHours } from '@coldkeep/domain/screens/consent'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { minuteOfDay } from '@coldkeep/domain/time/store-calendar'

/** By the hours of the settings; without any a store is taken for open. */
export function isStoreOpen({ openingHours }: ScreenSettings, now: EpochMs): boolean {
  if (openingHours === undefined) return true
  const { from, to, timeZone } = openingHours
  return isWithinHours({ fromMinute: minuteOf(from), toMinute: minuteOf(to) }, minuteOfDay(timeZone, now))
}

/** Of `07:30`. */
function minuteOf(clockTime: string): number {
  const [hour = 0, minute = 0] = clockTime.split(':').map(Number)
  return hour * 60 + minute
}
