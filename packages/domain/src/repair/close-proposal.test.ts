import { describe, expect, test } from 'vitest'
import type { Expectation } from '../analysis/fit-figure'
import type { HealthBaseline } from '../analysis/health-baseline'
import type { MeasuredHealth } from '../analysis/health-indicators'
import type { Comparison } from '../analysis/indicator-scores'
import { NOTHING_MEASURED } from '../analysis/nothing-measured'
import { epochMs, hours, later, minutes } from '../time/instant'
import {
  judgeClosing,
  judgeProposed,
  quietOf,
  type WatchedAlarm,
  type WatchedCase,
  type WatchedHealth,
} from './close-proposal'
import { comparedFigures } from './watched-figures'

const level = (typical: number): Expectation => ({
  atZero: typical,
  perKelvin: 0,
  typical,
  scatter: 0,
  meanC: 20,
  slopeError: 0,
})
const baseline: HealthBaseline = {
  deviationK: level(0.2),
  runRatio: level(0.48),
  startsPerHour: level(3),
  pullDownKPerMinute: level(0.3),
  coilDifferenceK: level(5),
  energyKwh: level(16),
  recoveryMinutes: level(8),
  doorShare: null,
  superheatK: null,
  restDifferenceK: null,
  stillMinutes: level(20),
  moveK: level(1),
  outdoorC: 20,
  control: 'on_off',
  setpointC: 2,
  stepK: 0,
  isUsuallyBreached: false,
  usualFaults: [],
}
const healthy: MeasuredHealth = {
  ...NOTHING_MEASURED,
  periodSeconds: 60,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0.3,
  runRatio: 0.5,
  startsPerHour: 3.2,
  pullDownKPerMinute: 0.29,
  recoveryMinutes: 9,
  energyKwh: 16,
  setpointC: 2,
}
const of = (changes: Partial<MeasuredHealth>, by: HealthBaseline | null = baseline): Comparison => ({
  zone: 'C7',
  measured: { ...healthy, ...changes },
  baseline: by,
  outdoorC: 20,
})

const START = epochMs(Date.UTC(2026, 10, 20, 8))
const after = (n: number) => later(START, hours(n))
const alarm = (more: Partial<WatchedAlarm> = {}): WatchedAlarm => ({
  kind: 'limit',
  startedAt: START,
  raisedAt: later(START, minutes(15)),
  endedAt: after(10),
  ...more,
})
const health = (changes: Partial<MeasuredHealth> = {}, more: Partial<WatchedHealth> = {}): WatchedHealth => ({
  scoredAt: after(34),
  noScore: null,
  hasProbeFault: false,
  now: of(changes),
  before: [of({ deviationK: 4, runRatio: 0.8 }), of({})],
  ...more,
})
const watched = (more: Partial<WatchedCase> = {}): WatchedCase => ({
  watchedFrom: after(1),
  hasDevice: true,
  alarms: [alarm()],
  health: health(),
  lastReadingAt: after(34),
  ...more,
})
const why = (more: Partial<WatchedCase>, at = after(34)) => {
  const found = judgeClosing(watched(more), at)
  return found.ok ? 'proposes' : found.problem
}

describe('a case proposes to close', () => {
  test('a day after its last alarm ended, not a minute before', () => {
    expect(quietOf(watched(), later(after(34), -1))).toEqual({ ok: false, problem: 'quiet' })
    expect(quietOf(watched(), after(34))).toEqual({
      ok: true,
      value: { since: after(10), leastMs: hours(24) },
    })
  })
  test('after twice the report time where that is longer: 20 hours, so 40', () => {
    const slow = alarm({ raisedAt: after(20), endedAt: after(21) })
    const alarms = [alarm(), slow]
    expect(quietOf({ watchedFrom: START, alarms }, later(after(61), -1)).ok).toBe(false)
    expect(quietOf({ watchedFrom: START, alarms }, after(61))).toEqual({
      ok: true,
      value: { since: after(21), leastMs: hours(40) },
    })
  })
  test('never while an alarm stands, or a terminal is lost', () => {
    expect(why({ alarms: [alarm(), alarm({ endedAt: null })] })).toBe('alarm')
    expect(why({ alarms: [alarm(), alarm({ kind: 'terminal', endedAt: null })] })).toBe('alarm')
  })
  test('with what it saw: since when, which figures, before and after', () => {
    const { value } = judgeClosing(watched(), after(34)) as { value: unknown }
    expect(value).toMatchObject({
      quietSince: after(10),
      leastQuietMinutes: 1440,
      alarms: 1,
      scoredAt: after(34),
      unseen: [],
      figures: [
        // usual 0.2 K, and 0.5 K more costs nothing
        {
          figure: 'deviation',
          value: 0.3,
          usual: 0.2,
          bound: 0.7,
          side: 'most',
          before: 4,
          wasInBand: false,
        },
        { figure: 'run_ratio', value: 0.5, before: 0.8, wasInBand: false },
        { figure: 'starts', value: 3.2, usual: 3, bound: 6, before: 3.2, wasInBand: true },
        { figure: 'pull_down', value: 0.29, side: 'least' },
        { figure: 'recovery', value: 9, usual: 8, bound: 10, side: 'most' },
      ],
    })
  })
  test.each([
    ['temperature', { deviationK: 0.8 }],
    ['duty', { runRatio: 0.56 }],
    ['cooling', { pullDownKPerMinute: 0.25 }],
    ['defrosts', { recoveryMinutes: 10.5 }],
  ])('not while the %s is out of the band of the device', (_, changes) => {
    expect(why({ health: health(changes) })).toBe('figures')
  })
  test('not while a probe is not to be trusted', () => {
    expect(why({ health: health({}, { hasProbeFault: true }) })).toBe('probe')
  })
  test('not of a device that says nothing, and not by figures of yesterday', () => {
    expect(why({ lastReadingAt: after(32) })).toBe('silent')
    expect(why({ lastReadingAt: null })).toBe('silent')
    expect(why({ health: health({}, { noScore: 'coverage_low' }) })).toBe('silent')
    expect(why({ health: health({}, { scoredAt: after(32) }) })).toBe('silent')
    expect(why({ health: health({}, { now: null }) })).toBe('silent')
  })
  test('not where nothing watched has ever shown its fault', () => {
    expect(why({ alarms: [], health: health({}, { before: [of({})] }) })).toBe('no_fault')
    expect(why({ alarms: [], health: null })).toBe('no_fault')
    expect(why({ alarms: [], hasDevice: false, health: null, lastReadingAt: null })).toBe('no_fault')
    // figures that were out of band are a fault that was seen
    expect(why({ alarms: [] })).toBe('proposes')
  })
})

describe('what cannot be looked at', () => {
  const unseenOf = (more: Partial<WatchedCase>) => {
    const found = judgeClosing(watched(more), after(34))
    if (!found.ok) throw new Error(found.problem)
    return found.value.unseen.map(({ group, why: reason }) => `${group} ${reason}`)
  }
  test('is named: no compressor contact, too few defrosts', () => {
    const changes = { runRatio: null, startsPerHour: null, pullDownKPerMinute: null, recoveryMinutes: null }
    expect(unseenOf({ health: health(changes) })).toEqual(['duty not_measured', 'defrosts not_measured'])
  })
  test('is all of it without a baseline of its own, and then alarms alone decide', () => {
    const blind = health({}, { now: of({ deviationK: 3 }, null) })
    expect(unseenOf({ health: blind })).toEqual([
      'temperature no_baseline',
      'duty no_baseline',
      'defrosts no_baseline',
    ])
    const warning = alarm({ kind: 'warning', endedAt: null })
    expect(why({ health: blind, alarms: [warning] })).toBe('alarm')
    // whose figures are seen ends no sooner than a day later
    expect(why({ alarms: [warning] })).toBe('proposes')
    expect(unseenOf({ health: null })).toHaveLength(3)
  })
  test('of a case without a device is nothing that could be', () => {
    expect(unseenOf({ hasDevice: false, health: null, lastReadingAt: null })).toEqual([])
  })
})

describe('a proposal', () => {
  const proposed = { quietSince: after(10) }
  const back = (more: Partial<WatchedCase>) => judgeProposed(watched(more), proposed, after(34))
  test('stands while nothing is new, also where its terminal falls silent', () => {
    expect(back({})).toBeNull()
    expect(back({ alarms: [alarm({ kind: 'terminal', endedAt: null })] })).toBeNull()
    expect(back({ lastReadingAt: null, health: health({}, { noScore: 'coverage_low' }) })).toBeNull()
  })
  test('is taken back by a new alarm, one that has ended since among them, and by a new warning', () => {
    expect(back({ alarms: [alarm({ endedAt: null })] })).toBe('alarm')
    expect(back({ alarms: [alarm(), alarm({ raisedAt: after(35), endedAt: after(36) })] })).toBe('alarm')
    expect(back({ alarms: [alarm({ kind: 'warning', raisedAt: after(35), endedAt: null })] })).toBe('alarm')
    expect(back({ alarms: [alarm({ kind: 'warning', endedAt: null })] })).toBeNull()
  })
  test('is taken back by a figure that has lost half of its points, and not by one that wavers', () => {
    // from 0.06 to 0.30 above the usual: half at 0.18
    expect(back({ health: health({ runRatio: 0.48 + 0.17 }) })).toBeNull()
    expect(back({ health: health({ runRatio: 0.48 + 0.19 }) })).toBe('figures')
    expect(back({ health: health({}, { hasProbeFault: true }) })).toBe('probe')
  })
})

test('running less than usual is out of the band only where the air is too', () => {
  const [, low] = comparedFigures(of({ runRatio: 0.2, deviationK: 3 }))
  expect(low).toMatchObject({ figure: 'run_ratio', side: 'least' })
  expect(low?.bound).toBeCloseTo(0.38, 10)
  expect(low?.points).toBeLessThan(100)
  const [, held] = comparedFigures(of({ runRatio: 0.2 }))
  expect(held).toMatchObject({ side: 'most', points: 100 })
})
