import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EpochMs, epochMs } from '../time/instant'
import { unrollCounter } from './counter'
import {
  outlooksOf,
  type StageReading,
  type StageWatch,
  startStageWatch,
  stepDemandStage,
} from './demand-stage'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}+08:00`))
/** Stages after forecasts for the interval of 10:00 to 10:15 at a contract of 100 kW, read each minute. */
const stages = (
  forecasts: readonly (readonly [clock: string, forecastKw: number | null])[],
  start = startStageWatch(at('10:00')),
) => {
  let watch = start
  return forecasts.map(([clock, forecastKw]) => {
    watch = stepDemandStage(watch, reading(at(clock), forecastKw))
    return watch.stage
  })
}
const reading = (instant: EpochMs, forecastKw: number | null): StageReading => ({
  at: instant,
  intervalStartAt: epochMs(Math.floor(instant / 900_000) * 900_000),
  forecastKw,
  contractedKw: 100,
  periodSeconds: 60,
})
const heldStage = (stage: 1 | 2 | 3, since: string, judged = since): StageWatch => {
  return { stage, since: at(since), judgedAt: at(judged) }
}

describe('a stage is entered', () => {
  test.each([
    [89.9, 0],
    [90, 1],
    [94.9, 1],
    [95, 2],
    [99.9, 2],
    [100, 3],
    [140, 3],
  ])('at a forecast of %d kW of 100: %d', (forecastKw, stage) => {
    expect(stages([['10:05', forecastKw]])).toEqual([stage])
  })
  test('at exactly its share when divisions leave rounding noise', () => {
    const { stage } = stepDemandStage(startStageWatch(at('10:00')), {
      ...reading(at('10:05'), 66.499_999_999_99),
      contractedKw: 70,
    })
    expect(stage).toBe(2)
  })
  test('at once, even right after another one', () => {
    expect(
      stages([
        ['10:05', 91],
        ['10:06', 96],
        ['10:07', 101],
      ]),
    ).toEqual([1, 2, 3])
  })
})

describe('in the first three minutes of an interval', () => {
  test('none above 1 is entered', () => {
    expect(
      stages([
        ['10:00', 130],
        ['10:02:59', 130],
        ['10:03', 130],
      ]),
    ).toEqual([1, 1, 3])
  })
  test('none above 1 is carried over from the previous interval', () => {
    expect(stages([['10:01', 130]], heldStage(3, '09:59'))).toEqual([1])
    expect(stages([['10:01', 91]], heldStage(2, '09:59'))).toEqual([1])
  })
})

describe('a stage is left', () => {
  test.each([
    [3, 97.1, 97, 2],
    [2, 92.1, 92, 1],
    [1, 87.1, 87, 0],
  ] as const)(
    'three per cent below its entry: %d at %d kW stays, at %d it becomes %d',
    (stage, stays, leaves, lower) => {
      const forecasts = [
        ['10:09', stays],
        ['10:10', leaves],
      ] as const
      expect(stages(forecasts, heldStage(stage, '10:05', '10:08'))).toEqual([stage, lower])
    },
  )
  test('after three minutes at the earliest', () => {
    expect(
      stages(
        [
          ['10:06', 50],
          ['10:07:59', 50],
          ['10:08', 50],
        ],
        heldStage(3, '10:05'),
      ),
    ).toEqual([3, 3, 0])
  })
  test('for the highest that would still apply, which then has its three minutes', () => {
    const falling = [
      ['10:09', 93],
      ['10:10', 80],
      ['10:11', 80],
      ['10:12', 80],
    ] as const
    expect(stages(falling, heldStage(3, '10:05', '10:08'))).toEqual([2, 2, 2, 0])
  })
})

describe('without a forecast', () => {
  test('a stage applies for two poll periods; after that, nothing is held back on an unknown', () => {
    expect(
      stages(
        [
          ['10:06', null],
          ['10:07', null],
          ['10:07:01', null],
        ],
        heldStage(3, '10:05'),
      ),
    ).toEqual([3, 3, 0])
  })
  test('none is entered', () => {
    expect(stages([['10:05', null]])).toEqual([0])
  })
})

test('a restart after any reading changes nothing', () => {
  const forecast = fc.option(fc.integer({ min: 70, max: 120 }))
  fc.assert(
    fc.property(fc.array(forecast, { maxLength: 60 }), (forecasts) => {
      let kept = startStageWatch(at('10:00'))
      let restored = kept
      forecasts.forEach((forecastKw, minute) => {
        const next = reading(epochMs(at('10:00') + minute * 60_000), forecastKw)
        kept = stepDemandStage(kept, next)
        restored = stepDemandStage(JSON.parse(JSON.stringify(restored)) as StageWatch, next)
        if (minute % 15 < 3) expect(kept.stage).toBeLessThanOrEqual(1)
      })
      expect(restored).toEqual(kept)
    }),
  )
})

describe('the outlooks of a stretch of intervals', () => {
  /** Minute by minute from 09:55, at the kW given. */
  const meter = (powerAt: (minute: number) => number, count: number) => {
    const values = [0]
    for (let n = 1; n < count; n++) values.push((values[n - 1] as number) + powerAt(n - 6) / 60)
    const timesMs = values.map((_, n) => at('09:55') + n * 60_000)
    return { energy: unrollCounter({ timesMs, values }, null), periodSeconds: 60 }
  }
  const from10 = (to: string) => ({ startAt: at('10:00'), endAt: at(to) })
  const outlooks = (power: (minute: number) => number, to: string, contractedKw: number | null = 100) =>
    outlooksOf(meter(power, 120), from10(to), 15, contractedKw, startStageWatch(at('10:00'))).outlooks

  test('have the forecast at two thirds, and the highest stage that any reading brought', () => {
    // 10 minutes at 60 kW, then 5 at 156: 10 kWh and 60 kW foretell 60; with 23 kWh the demand is 92
    const [first, second] = outlooks((minute) => (minute < 10 ? 60 : minute < 15 ? 156 : 80), '10:30')
    expect(first?.forecastKw).toBeCloseTo(60, 9)
    expect(first?.highestStage).toBe(1)
    // The second has 80 kW throughout; its first minutes still see the 156, which brings no stage above 1.
    // The 30 minutes before 10:25 have 15 at 60 kW, 5 at 156 and 10 at 80: 82 2/3 kW, so 81 1/3 are expected for the rest.
    expect(second).toEqual({
      forecastKw: expect.closeTo((10 * 80 + 5 * (81 + 1 / 3)) / 15, 9),
      highestStage: 1,
    })
  })
  test('do not look ahead: what comes after two thirds does not change the forecast', () => {
    const calm = outlooks(() => 60, '10:15')[0]
    const storm = outlooks((minute) => (minute < 10 ? 60 : 600), '10:15')[0]
    expect(storm?.forecastKw).toBeCloseTo(calm?.forecastKw ?? Number.NaN, 9)
  })
  test('of an interval under way have no forecast before two thirds of it', () => {
    expect(outlooks(() => 96, '10:09:59')[0]).toEqual({ forecastKw: null, highestStage: 2 })
    expect(outlooks(() => 96, '10:10')[0]?.forecastKw).toBeCloseTo(96, 9)
  })
  test('have forecasts but no stages without a contract', () => {
    expect(outlooks(() => 96, '10:15', null)[0]).toEqual({
      forecastKw: expect.closeTo(96, 9),
      highestStage: null,
    })
  })
  test('give nothing without readings', () => {
    const empty = { energy: unrollCounter({ timesMs: [], values: [] }, null), periodSeconds: 60 }
    const { outlooks: found } = outlooksOf(empty, from10('10:30'), 15, 100, startStageWatch(at('10:00')))
    expect(found).toEqual([
      { forecastKw: null, highestStage: null },
      { forecastKw: null, highestStage: null },
    ])
  })
  test('are the same at once and interval by interval', () => {
    const power = (minute: number) => 80 + 30 * Math.sin(minute / 7)
    const whole = outlooksOf(meter(power, 120), from10('11:30'), 15, 100, startStageWatch(at('10:00')))
    let watch = startStageWatch(at('10:00'))
    const found = []
    for (let start: number = at('10:00'); start < at('11:30'); start += 900_000) {
      const period = { startAt: epochMs(start), endAt: epochMs(start + 900_000) }
      const part = outlooksOf(meter(power, 120), period, 15, 100, watch)
      watch = part.watch
      found.push(...part.outlooks)
    }
    expect(found).toEqual(whole.outlooks)
    expect(watch).toEqual(whole.watch)
  })
})
