import { countSlots } from '@coldkeep/domain/analysis/connection-rate'
import { type MutableAliveMinutes, markAliveThrough } from '@coldkeep/domain/points/alive-minutes'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import type { Report } from './report'
import { ratePerSecond } from './sample'

const PERIOD_SECONDS = 300
const SLOTS = 288

/** One device and day of the connection rate, with a tenth of the polls missing. */
export function run(report: Report): void {
  const day = { startAt: epochMs(0), endAt: epochMs(days(1)) }
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, day)
  const sampleTimes = Float64Array.from(
    { length: SLOTS },
    (_, slot) => slot * PERIOD_SECONDS * 1000 + 40,
  ).filter((_, slot) => slot % 10 !== 0)
  const count = () =>
    countSlots({
      periodSeconds: PERIOD_SECONDS,
      day,
      now: epochMs(days(2)),
      sampleTimes,
      lateSampleTimes: [],
      alive,
      excluded: [],
    })
  report.add(
    'device days of the connection rate',
    'days/s',
    'higher',
    ratePerSecond(count, { repeats: 10_000 }),
  )
}
