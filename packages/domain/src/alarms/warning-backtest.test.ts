import { expect, test } from 'vitest'
import { days, epochMs, hours, later } from '../time/instant'
import { testWarnings } from './warning-backtest'
import type { WarningFacts } from './warning-outcome'

const RAISED = epochMs(Date.UTC(2026, 8, 1))
const NOW = later(RAISED, days(60))
const warning = (given: Partial<WarningFacts> = {}): WarningFacts => ({
  raisedAt: RAISED,
  reason: 'recovered',
  verdict: null,
  alarmAt: null,
  breachAt: null,
  repairAt: null,
  ...given,
})
const followed = (length: number) => warning({ alarmAt: later(RAISED, length) })

test('eight of ten decided ones came true: 80 %, between 49.0 and 94.3 % as tables of Wilson say', () => {
  const leads = [6, 12, 24, 30, 48, 96, 120].map((n) => followed(hours(n)))
  const tested = testWarnings(
    [
      ...leads,
      warning({ verdict: 'right' }),
      warning(),
      warning({ verdict: 'false', alarmAt: later(RAISED, hours(1)) }),
      warning({ reason: null }),
      warning({ verdict: 'unknown' }),
      warning({ reason: 'retired' }),
    ],
    NOW,
  )
  expect(tested).toMatchObject({ warnings: 13, cameTrue: 8, false: 2, undecided: 3 })
  expect(tested.precision?.share).toBe(0.8)
  expect(tested.precision?.interval.low).toBeCloseTo(0.4902, 4)
  expect(tested.precision?.interval.high).toBeCloseTo(0.9433, 4)
  // the one that only a person calls right has no lead, and a false one none either
  expect(tested.medianLeadMs).toBe(hours(30))
})

test('where none is decided there is no share, and none of it is 0 %', () => {
  expect(testWarnings([warning({ reason: null })], NOW)).toEqual({
    warnings: 1,
    cameTrue: 0,
    false: 0,
    undecided: 1,
    precision: null,
    medianLeadMs: null,
  })
  const none = testWarnings([], NOW)
  expect(none.precision).toBeNull()
  expect(none.warnings).toBe(0)
  // with ten false ones Wilson ends at 0.2775
  const wrong = testWarnings(
    Array.from({ length: 10 }, () => warning()),
    NOW,
  )
  expect(wrong.precision).toEqual({ share: 0, interval: { low: 0, high: expect.closeTo(0.2775, 4) } })
})
