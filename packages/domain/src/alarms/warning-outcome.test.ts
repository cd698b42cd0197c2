import { describe, expect, test } from 'vitest'
import { days, epochMs, later, minutes } from '../time/instant'
import { followedAt, outcomeOfWarning, type WarningFacts } from './warning-outcome'

const RAISED = epochMs(Date.UTC(2026, 10, 1, 8, 0))
const after = (n: number) => later(RAISED, days(n))
const facts = (given: Partial<WarningFacts> = {}): WarningFacts => ({
  raisedAt: RAISED,
  reason: 'recovered',
  verdict: null,
  alarmAt: null,
  breachAt: null,
  repairAt: null,
  ...given,
})

describe('what followed a warning', () => {
  test('is the first of alarm, breach and repair', () => {
    expect(followedAt(facts({ alarmAt: after(3), repairAt: after(1), breachAt: after(2) }))).toBe(after(1))
    expect(followedAt(facts({ alarmAt: after(3), breachAt: after(2) }))).toBe(after(2))
    expect(followedAt(facts({ alarmAt: after(3) }))).toBe(after(3))
    expect(followedAt(facts())).toBeNull()
  })

  test('an alarm of the same instant follows, what was before it or comes 14 days later does not', () => {
    expect(followedAt(facts({ alarmAt: RAISED }))).toBe(RAISED)
    expect(followedAt(facts({ alarmAt: later(RAISED, -minutes(1)) }))).toBeNull()
    expect(followedAt(facts({ alarmAt: later(after(14), -minutes(1)) }))).toBe(later(after(14), -minutes(1)))
    expect(followedAt(facts({ alarmAt: after(14) }))).toBeNull()
  })
})

describe('a warning', () => {
  const late = after(30)

  test('came true where something followed, from then on', () => {
    expect(outcomeOfWarning(facts({ alarmAt: after(1) }), after(1))).toBe('came_true')
    expect(outcomeOfWarning(facts({ breachAt: after(13), reason: null }), late)).toBe('came_true')
  })

  test('was false where it recovered and nothing followed for 14 days, not a minute sooner', () => {
    expect(outcomeOfWarning(facts(), after(14))).toBe('false')
    expect(outcomeOfWarning(facts(), later(after(14), -minutes(1)))).toBe('undecided')
  })

  test.each([null, 'window_passed', 'switched_off', 'retired'] as const)(
    'that has not recovered by itself is undecided: %s',
    (reason) => {
      expect(outcomeOfWarning(facts({ reason }), late)).toBe('undecided')
    },
  )

  test('is what a person says, whatever followed', () => {
    expect(outcomeOfWarning(facts({ verdict: 'right' }), after(1))).toBe('came_true')
    expect(outcomeOfWarning(facts({ verdict: 'right' }), late)).toBe('came_true')
    expect(outcomeOfWarning(facts({ verdict: 'false', alarmAt: after(1) }), late)).toBe('false')
  })

  test('that a person could not tell of is never false, and true where something followed', () => {
    expect(outcomeOfWarning(facts({ verdict: 'unknown' }), late)).toBe('undecided')
    expect(outcomeOfWarning(facts({ verdict: 'unknown', alarmAt: after(2) }), late)).toBe('came_true')
  })
})
