import { type Series, thin } from '@coldkeep/domain/points/series'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Report } from './report'
import { ratePerSecond } from './sample'

const WEEK_AT_A_MINUTE = 7 * 24 * 60
const COLUMNS = 2000

/** A week of one point at a reading per minute, thinned to the columns of a chart. */
export function run(report: Report): void {
  const week: Series = {
    timesMs: Float64Array.from({ length: WEEK_AT_A_MINUTE }, (_, minute) => minute * 60_000),
    values: Float64Array.from({ length: WEEK_AT_A_MINUTE }, (_, minute) => Math.sin(minute / 40) * 3 - 20),
  }
  const period = { startAt: epochMs(0), endAt: epochMs(WEEK_AT_A_MINUTE * 60_000) }
  report.add(
    'weeks of a point thinned for a chart',
    'series/s',
    'higher',
    ratePerSecond(() => thin(week, period, COLUMNS), { repeats: 500 }),
  )
}
