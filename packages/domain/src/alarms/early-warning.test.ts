import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EpochMs, epochMs } from '../time/instant'
import {
  automaticIntensity,
  lookFurtherBack,
  startWarningWatch,
  stepEarlyWarnings,
  type WarningEvent,
  type WarningWatch,
} from './early-warning'
import {
  DEFAULT_WARNING_RULES,
  type WarningKind,
  type WarningRule,
  type WarningRules,
} from './early-warning-rules'

const MINUTE_MS = 60_000
const at = (clock: string, day = 20) => epochMs(Date.parse(`2026-11-${day}T${clock}:00Z`))
const eight = at('08:00')

/** Only one rule, with the defaults and some changes. */
const only = (kind: WarningKind, changes: Partial<WarningRule> = {}): WarningRules => {
  const off = Object.fromEntries(
    Object.entries(DEFAULT_WARNING_RULES).map(([name, rule]) => [name, { ...rule, isEnabled: false }]),
  ) as unknown as WarningRules
  return { ...off, [kind]: { ...DEFAULT_WARNING_RULES[kind], ...changes } }
}
/** Scores in steps of ten minutes, the first at the given instant. */
const run = (
  rules: WarningRules,
  scores: readonly (number | null)[],
  {
    from = eight,
    intensity = 4,
    usual = null,
    watch = startWarningWatch(),
  }: { from?: EpochMs; intensity?: number; usual?: number | null; watch?: WarningWatch } = {},
) => {
  const events: WarningEvent[] = []
  let current = watch
  for (const [index, score] of scores.entries()) {
    const at = epochMs(from + index * 10 * MINUTE_MS)
    const step = stepEarlyWarnings(current, rules, { score: usual, intensity }, at, score)
    current = step.watch
    events.push(...step.events)
  }
  return { events, watch: current }
}
const unknown = { score: null, intensity: 4 }
const steady = (score: number, points: number) => Array.from({ length: points }, () => score)
/** A day and a quarter of a healthy score ending just before eight. */
const before = (score: number) => ({
  scores: steady(score, 180),
  from: epochMs(eight - 180 * 10 * MINUTE_MS),
})
const after = (level: number, rules: WarningRules, scores: readonly (number | null)[], intensity = 4) => {
  const { scores: healthy, from } = before(level)
  return run(rules, [...healthy, ...scores], { from, intensity }).events
}

describe('automatic intensity', () => {
  test('is 4.4 for daily medians 92, 94, 93, 95, 91, 93, 94: three times 1.4826 times 1', () => {
    expect(automaticIntensity([92, 94, 93, 95, 91, 93, 94])).toBe(4.4)
  })
  test('is at least 3', () => {
    expect(automaticIntensity([93, 93, 93, 93])).toBe(3)
    expect(automaticIntensity([])).toBe(3)
  })
})

describe('threshold release at 70 for 60 minutes', () => {
  const rules = only('threshold')

  test('71, 69, 68, 69, 66, 69, 67, 65 from 08:00 on is raised at 09:10', () => {
    expect(run(rules, [71, 69, 68, 69, 66, 69, 67, 65]).events).toEqual([
      { kind: 'raised', warning: 'threshold', at: at('09:10'), value: 65 },
    ])
  })
  test('a single 70.0 starts the count again', () => {
    expect(run(rules, [71, 69, 68, 70, 66, 69, 67, 65, 69, 69]).events).toEqual([])
    expect(run(rules, [71, 69, 68, 70, 66, 69, 67, 65, 69, 69, 69]).events).toMatchObject([
      { at: at('09:40') },
    ])
  })
  test('one missing score does not matter, two in a row are a gap', () => {
    expect(run(rules, [71, 69, 68, null, 66, 69, 67, 65]).events).toHaveLength(1)
    expect(run(rules, [71, 69, 68, null, null, 69, 67, 65]).events).toEqual([])
  })
  test('two of seven missing are too many: the state is held', () => {
    expect(run(rules, [71, 69, null, 69, 66, null, 67, 65]).events).toEqual([])
  })
  test('is cleared a day after seven points in a row are at least 73', () => {
    const raised = steady(60, 7)
    // the seventh is of 10:10
    expect(run(rules, [...raised, ...steady(73, 7 + 143)]).events).toHaveLength(1)
    expect(run(rules, [...raised, ...steady(73, 7 + 144)]).events.at(-1)).toEqual({
      kind: 'cleared',
      warning: 'threshold',
      at: at('10:10', 21),
      raisedAt: at('09:00'),
      reason: 'recovered',
    })
    expect(run(rules, [...raised, ...steady(73, 100), 72.9, ...steady(73, 144)]).events).toHaveLength(1)
  })
  test('a condition met again within that day is the same warning', () => {
    const comesAndGoes = Array.from({ length: 5 }, () => [...steady(60, 8), ...steady(90, 60)]).flat()
    expect(run(rules, comesAndGoes).events).toHaveLength(1)
  })
  test('an open warning is not raised a second time', () => {
    expect(run(rules, steady(60, 40)).events).toHaveLength(1)
  })
  test('a device that lost its score keeps its warning', () => {
    expect(run(rules, [...steady(60, 7), ...Array(50).fill(null)]).watch.open.threshold?.raisedAt).toBe(
      at('09:00'),
    )
  })
  test('switching off a rule ends its warning', () => {
    const { watch } = run(rules, steady(60, 7))
    expect(run(only('falling'), [60], { from: at('09:10'), watch }).events).toEqual([
      {
        kind: 'cleared',
        warning: 'threshold',
        at: at('09:10'),
        raisedAt: at('09:00'),
        reason: 'switched_off',
      },
    ])
  })
})

describe('falling report of 10 points on an intensity of 4', () => {
  const rules = only('falling')

  test('from 88 to 73, 15 points, is raised at the second such point', () => {
    // The median of six is 73 with the fourth point of 73 or, of three and three, their mean 80.5: 08:30 and 08:40.
    expect(after(88, rules, steady(73, 8))).toEqual([
      { kind: 'raised', warning: 'falling', at: at('08:40'), value: 15 },
    ])
  })
  test('13 points are not a fall', () => {
    expect(after(88, rules, steady(75, 30))).toEqual([])
  })
  test('the intensity of the rule overrides that of the device', () => {
    expect(after(88, only('falling', { intensity: 6 }), steady(73, 30))).toEqual([])
    expect(after(88, only('falling', { intensity: 2 }), steady(75, 30))).toHaveLength(1)
  })
  test('ends a day after the score came back to within 11 points', () => {
    const events = after(88, rules, [...steady(73, 12), ...steady(78, 160)])
    // Fall 10 < 11 from the fourth point of 78, at 10:30, for a day.
    expect(events.at(-1)).toMatchObject({
      kind: 'cleared',
      at: at('10:30', 21),
      raisedAt: at('08:40'),
      reason: 'recovered',
    })
  })
  test('11 points below the top is not back', () => {
    expect(after(88, rules, [...steady(73, 12), ...steady(77, 30)])).toHaveLength(1)
  })
  test('ends as passed when the score stays down until the fall is a day old', () => {
    const events = after(88, rules, steady(73, 300))
    // The last smoothed 88 is of 08:10, 80.5 of 08:20 is within 11: out of the window at 08:10, a day more.
    expect(events.at(-1)).toMatchObject({ kind: 'cleared', reason: 'window_passed', at: at('08:10', 22) })
  })
  test('needs a day of scores with at most a fifth missing', () => {
    expect(run(rules, [...steady(88, 100), ...steady(60, 10)]).events).toEqual([])
    expect(run(rules, [...steady(88, 110), ...steady(60, 10)]).events).toHaveLength(1)
  })
})

describe('oscillation report of 8 points on an intensity of 4', () => {
  const rules = only('oscillation')
  const waves = (...levels: readonly number[]) => levels.flatMap((level) => steady(level, 9))

  test('90, 78, 91, 77, 90: raised when the third long leg is there', () => {
    // 78 → 91 → 77: the smoothed score passes 79 = 91 − 12 with the fourth point of 77, at 08:00 + (27 + 3)·10 min.
    const events = after(90, rules, [...waves(78, 91, 77), ...steady(90, 9)])
    expect(events).toEqual([{ kind: 'raised', warning: 'oscillation', at: at('11:30'), value: 3 }])
  })
  test('90, 80, 91, 80: legs of 10 and 11 are too short', () => {
    expect(after(90, rules, waves(80, 91, 80))).toEqual([])
  })
  test('one deep fall is not an oscillation', () => {
    expect(after(90, rules, steady(40, 60))).toEqual([])
  })
  test('ends when the last day has had fewer than three legs for a day', () => {
    const events = after(90, rules, [...waves(78, 91, 77), ...steady(90, 320)])
    expect(events.at(-1)).toMatchObject({ kind: 'cleared', warning: 'oscillation', reason: 'recovered' })
    expect(events).toHaveLength(2)
  })
})

describe('evidence against what is usual, 95 plus or minus an intensity of 9 (a deviation of 3)', () => {
  const usual = { usual: 95, intensity: 9 }

  test('a score of 59 is (95 − 59) ÷ 3 − 3 = 9 a day: ln 2000 ÷ 6 = 1.2668 are there with the 21st point', () => {
    // 21 points of ten minutes: 21 · 9 ÷ 144 = 1.3125, 20 of them 1.25
    expect(run(only('threshold'), steady(59, 20), usual).events).toEqual([])
    expect(run(only('threshold'), steady(59, 21), usual).events).toMatchObject([{ at: at('11:20') }])
  })
  test('a device whose score never moved is no surer: its deviation counts as 3', () => {
    const still = { usual: 95, intensity: 3 }
    expect(run(only('threshold'), steady(59, 20), still).events).toEqual([])
    expect(run(only('threshold'), steady(59, 21), still).events).toHaveLength(1)
  })
  test('the more a healthy device moves, the longer it takes', () => {
    // A deviation of 5: 35 ÷ 5 − 3 = 4 a day, 46 points: 45 · 4 ÷ 144 = 1.25, 46 · 4 ÷ 144 = 1.28.
    const restless = { usual: 95, intensity: 15 }
    expect(run(only('threshold'), steady(60, 45), restless).events).toEqual([])
    expect(run(only('threshold'), steady(60, 46), restless).events).toHaveLength(1)
  })
  test('what is usual here raises no warning, however low it is', () => {
    expect(run(DEFAULT_WARNING_RULES, steady(62, 1_000), { usual: 64, intensity: 6 }).events).toEqual([])
  })
  test('a fall of 17 that takes a week is a departure from what is usual', () => {
    // 17 is more than 10 and the intensity of 6, and (17 ÷ 3 − 3) = 2.67 a day
    const steadier = { usual: 95, intensity: 6 }
    const slow = Array.from({ length: 1_008 }, (_, index) => 95 - (17 * index) / 1_008)
    expect(run(only('falling'), [...slow, ...steady(78, 144)]).events).toEqual([])
    const { events } = run(only('falling'), [...slow, ...steady(78, 144)], steadier)
    expect(events).toMatchObject([{ kind: 'raised', warning: 'falling' }])
    expect(run(only('falling'), [...slow, ...steady(78, 1_000)], steadier).events).toHaveLength(1)
  })
  test('one cause raises one warning, by the first rule in the table that is met', () => {
    const { events } = run(DEFAULT_WARNING_RULES, [...steady(95, 180), ...steady(60, 300)], usual)
    expect(events).toMatchObject([{ kind: 'raised', warning: 'threshold' }])
  })
  test('scores that are normal around the usual one give one warning in 2000 device-days at most', () => {
    // a day's score is one draw, as windows of a day overlap; the rules are as strict as they can be
    const strict = Object.fromEntries(
      Object.entries(DEFAULT_WARNING_RULES).map(([kind, rule]) => [
        kind,
        { ...rule, x: kind === 'threshold' ? 97 : 0.1, minutes: 10, windowHours: 6 },
      ]),
    ) as unknown as WarningRules
    let warnings = 0
    for (let device = 0; device < 4; device++) {
      let state = 12_345 + device
      const uniform = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return (state + 0.5) / 2 ** 32
      }
      const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
      const scores = Array.from({ length: 500 }, () => 80 + 2 * normal()).flatMap((score) =>
        steady(score, 144),
      )
      const { events } = run(strict, scores, { usual: 80, intensity: 6 })
      warnings += events.filter(({ kind }) => kind === 'raised').length
    }
    // without evidence each of the four devices is warned of
    expect(warnings).toBeLessThan(2)
  })
})

test('a point that was given before changes nothing', () => {
  const { watch } = run(DEFAULT_WARNING_RULES, steady(60, 7))
  expect(stepEarlyWarnings(watch, DEFAULT_WARNING_RULES, unknown, at('09:00'), 100)).toEqual({
    watch,
    events: [],
  })
})

test('points that were never given are gaps', () => {
  const { watch } = run(only('threshold'), steady(60, 6))
  const step = stepEarlyWarnings(watch, only('threshold'), unknown, at('09:20'), 60)
  expect(step.watch.scores.slice(-3)).toEqual([null, null, 60])
  expect(step.events).toEqual([])
})

test('kept as text between any two points, a month gives the same warnings', () => {
  const scores = fc.array(
    fc.oneof(fc.integer({ min: 40, max: 100 }), fc.constant(null), fc.constant(90), fc.constant(75)),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(scores, fc.nat({ max: 300 }), (levels, cut) => {
      const points = [...steady(92, 150), ...levels.flatMap((level) => Array(8).fill(level))]
      const whole = run(DEFAULT_WARNING_RULES, points)
      const first = run(DEFAULT_WARNING_RULES, points.slice(0, cut))
      const second = run(DEFAULT_WARNING_RULES, points.slice(cut), {
        from: epochMs(eight + cut * 10 * MINUTE_MS),
        watch: JSON.parse(JSON.stringify(first.watch)),
      })
      expect([...first.events, ...second.events]).toEqual(whole.events)
    }),
    { numRuns: 60 },
  )
})

test('no more is kept than the longest rule needs', () => {
  const { watch } = run(DEFAULT_WARNING_RULES, steady(90, 400))
  expect([watch.scores.length, watch.smoothed.length]).toEqual([145, 145])
})

test('a watch of rules that look further back than before is rebuilt from what is stored', () => {
  const pointAt = (step: number) => epochMs(eight + step * 600_000)
  const week = { ...DEFAULT_WARNING_RULES, falling: { ...DEFAULT_WARNING_RULES.falling, windowHours: 168 } }
  // scores of a week, the 50th missing
  const scoreAt = (instant: number) => {
    const step = (instant - eight) / 600_000
    return step < 0 || step === 50 ? null : 60 + (step % 7)
  }
  let short = startWarningWatch()
  let long = startWarningWatch()
  for (let step = 0; step < 1200; step++) {
    short = stepEarlyWarnings(
      short,
      DEFAULT_WARNING_RULES,
      unknown,
      pointAt(step),
      scoreAt(pointAt(step)),
    ).watch
    long = stepEarlyWarnings(long, week, unknown, pointAt(step), scoreAt(pointAt(step))).watch
  }
  expect(short.scores).toHaveLength(145)
  const drawn = lookFurtherBack(short, week, scoreAt)
  expect(drawn.scores).toEqual(long.scores)
  expect(drawn.smoothed).toEqual(long.smoothed)
  expect(lookFurtherBack(drawn, DEFAULT_WARNING_RULES, () => 1)).toBe(drawn)
})
