import { expect, test } from 'vitest'
import { epochMs } from './instant'
import { cyclePeriod, type ReportCycle, reportedAt } from './report-period'

const at = (iso: string) => epochMs(Date.parse(iso))

// days of Taipei begin at 16:00 of the day before in Greenwich
test.each<[ReportCycle, string, string, string]>([
  ['day', '2026-11-20T15:59:59Z', '2026-11-19T16:00:00Z', '2026-11-20T16:00:00Z'],
  ['day', '2026-11-20T16:00:00Z', '2026-11-20T16:00:00Z', '2026-11-21T16:00:00Z'],
  // the 20th of November 2026 is a Friday
  ['week', '2026-11-20T04:00:00Z', '2026-11-15T16:00:00Z', '2026-11-22T16:00:00Z'],
  ['month', '2026-11-20T04:00:00Z', '2026-10-31T16:00:00Z', '2026-11-30T16:00:00Z'],
  ['month', '2026-02-28T04:00:00Z', '2026-01-31T16:00:00Z', '2026-02-28T16:00:00Z'],
  ['month', '2026-12-31T15:59:59Z', '2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
])('the %s that holds %s in Taipei', (cycle, instant, start, end) => {
  const time = { cycle, hour: 6, offsetMinutes: 480 }
  const period = cyclePeriod(time, at(instant))
  expect(period).toEqual({ startAt: at(start), endAt: at(end) })
  expect(reportedAt(time, period)).toBe(at(end) + 6 * 3_600_000)
})
