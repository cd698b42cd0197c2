import { Problem } from '@coldkeep/contract/problem'
import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'

interface ChosenTimes {
  /** `YYYY-MM-DDTHH:mm:ss` on the clock of the zone. */
  readonly start: string
  readonly end: string
  /** Minutes east of UTC. */
  readonly timezone: number
}

/**
 * From one second to another, which belongs to the period: `until` is the first instant after it.
 * @throws Problem `period.reversed`
 */
export function chosenTimes({ start, end, timezone }: ChosenTimes): { from: EpochMs; until: EpochMs } {
  const [from, last] = [instantOf(start, timezone), instantOf(end, timezone)]
  if (from > last) throw new Problem('period.reversed')
  return { from, until: later(last, 1000) }
}

function instantOf(local: string, zoneMinutes: number): EpochMs {
  return later(epochMs(Date.parse(`${local}Z`)), -minutes(zoneMinutes))
}
