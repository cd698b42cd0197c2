import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MutableAliveMinutes, markAlive } from '../points/alive-minutes'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import {
  checkLossRule,
  DEFAULT_LOSS_RULE,
  decidableUpTo,
  type LossRule,
  type LossWatch,
  startLossWatch,
  stepConnectionLoss,
} from './connection-loss'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))
const period = (from: string, to: string): Period => ({ startAt: at(from), endAt: at(to) })
const rule = (lossPeriodMinutes: number, lossThresholdMinutes: number): LossRule => {
  return { lossPeriodMinutes, lossThresholdMinutes }
}
/** Up from 09:00 to 13:00 except in the gaps. */
const aliveBut = (...gaps: Period[]) => {
  const alive: MutableAliveMinutes = new Map()
  for (let minute = at('09:00'); minute < at('13:00'); minute = epochMs(minute + 60_000)) {
    if (!gaps.some((gap) => minute >= gap.startAt && minute < gap.endAt)) markAlive(alive, minute)
  }
  return alive
}
const run = (loss: LossRule, alive: MutableAliveMinutes, excluded: Period[] = [], until = '13:00') =>
  stepConnectionLoss(startLossWatch(at('09:00')), loss, alive, excluded, at(until)).events

describe('the worked example: lost 10:00 to 10:20 and 10:30 to 10:42, thirty of sixty minutes', () => {
  const alive = aliveBut(period('10:00', '10:20'), period('10:30', '10:42'))

  test('is raised at 10:40 and cleared at 11:03', () => {
    expect(run(DEFAULT_LOSS_RULE, alive)).toEqual([
      { kind: 'raised', at: at('10:40'), firstLostAt: at('10:00') },
      { kind: 'cleared', at: at('11:03'), raisedAt: at('10:40') },
    ])
  })
  test('is seen at 10:42, when the last minute can have no more stragglers', () => {
    expect(decidableUpTo(epochMs(at('10:42') - 1))).toBe(at('10:39'))
    expect(decidableUpTo(at('10:42'))).toBe(at('10:40'))
    expect(run(DEFAULT_LOSS_RULE, alive, [], '10:39')).toEqual([])
    expect(run(DEFAULT_LOSS_RULE, alive, [], '10:40')).toHaveLength(1)
  })
  test('is still open at 10:52 although the terminal has been up for ten minutes: 32 minutes are still in the window', () => {
    expect(run(DEFAULT_LOSS_RULE, alive, [], '10:52')).toHaveLength(1)
    expect(run(DEFAULT_LOSS_RULE, alive, [], '11:02')).toHaveLength(1)
    expect(run(DEFAULT_LOSS_RULE, alive, [], '11:03')).toHaveLength(2)
  })
})

test('with threshold and window equal it means silent for that long', () => {
  const alive = aliveBut(period('10:00', '10:14'), period('10:15', '10:40'))
  expect(run(rule(15, 15), alive)).toEqual([
    { kind: 'raised', at: at('10:30'), firstLostAt: at('10:15') },
    { kind: 'cleared', at: at('10:50'), raisedAt: at('10:30') },
  ])
})

test('a flapping terminal is caught, and is not back until it stays up', () => {
  // Every other minute lost from 10:00 to 11:00: ten lost minutes are complete at 10:19.
  const gaps = Array.from({ length: 30 }, (_, n) => {
    const startAt = epochMs(at('10:00') + 2 * n * 60_000)
    return { startAt, endAt: epochMs(startAt + 60_000) }
  })
  // The last lost minute ends 10:59; up ten minutes in a row at 11:09, when four lost minutes are in the window.
  expect(run(rule(20, 10), aliveBut(...gaps))).toEqual([
    { kind: 'raised', at: at('10:19'), firstLostAt: at('10:00') },
    { kind: 'cleared', at: at('11:09'), raisedAt: at('10:19') },
  ])
})

test('with a threshold below ten minutes it is back after as many', () => {
  expect(run(rule(60, 1), aliveBut(period('10:00', '10:01')))).toEqual([
    { kind: 'raised', at: at('10:01'), firstLostAt: at('10:00') },
    { kind: 'cleared', at: at('11:01'), raisedAt: at('10:01') },
  ])
})

describe('excluded time', () => {
  test('is not lost', () => {
    const alive = aliveBut(period('10:00', '12:00'))
    expect(run(DEFAULT_LOSS_RULE, alive, [period('09:30', '11:31')])).toEqual([])
    expect(run(DEFAULT_LOSS_RULE, alive, [period('09:30', '11:30')])).toHaveLength(2)
  })
  test('does not count as being back when the terminal is silent in it', () => {
    const alive = aliveBut(period('10:00', '11:30'))
    const events = run(rule(30, 30), alive, [period('10:40', '11:30')])
    expect(events).toEqual([
      { kind: 'raised', at: at('10:30'), firstLostAt: at('10:00') },
      { kind: 'cleared', at: at('11:40'), raisedAt: at('10:30') },
    ])
  })
})

test('nothing is judged before the watch began', () => {
  const step = stepConnectionLoss(startLossWatch(at('12:30')), DEFAULT_LOSS_RULE, new Map(), [], at('12:59'))
  expect(step.events).toEqual([])
  expect(step.watch.decidedUpTo).toBe(at('12:59'))
})

test('stepping in any pieces, with a restart between them, gives the same events and the same state', () => {
  const rules = fc
    .tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }))
    .map(([a, b]) => rule(Math.max(a, b), Math.min(a, b)))
  const upOrDown = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 12 })
  const pieces = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(rules, upOrDown, pieces, (loss, stretches, lengths) => {
      const alive: MutableAliveMinutes = new Map()
      let minute = 0
      for (const [isUp, length] of stretches) {
        for (const end = minute + length; minute < end; minute++) {
          if (isUp) markAlive(alive, epochMs(minute * 60_000))
        }
      }
      const excluded = [{ startAt: epochMs(600_000), endAt: epochMs(1_500_000) }]
      const start = startLossWatch(epochMs(0))
      const whole = stepConnectionLoss(start, loss, alive, excluded, epochMs(minute * 60_000))

      let watch: LossWatch = start
      const events = []
      for (let done = 0, turn = 0; done < minute; turn++) {
        done = Math.min(minute, done + lengths[turn % lengths.length]!)
        const restored = JSON.parse(JSON.stringify(watch)) as LossWatch
        const step = stepConnectionLoss(restored, loss, alive, excluded, epochMs(done * 60_000))
        events.push(...step.events)
        watch = step.watch
      }
      expect(events).toEqual(whole.events)
      expect(watch).toEqual(whole.watch)
    }),
  )
})

test('raising agrees with counting lost minutes in the window by hand', () => {
  const minutes = fc.array(fc.boolean(), { minLength: 1, maxLength: 150 })
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (ups, a, b) => {
      const loss = rule(Math.max(a, b), Math.min(a, b))
      const alive: MutableAliveMinutes = new Map()
      ups.forEach((isUp, minute) => {
        if (isUp) markAlive(alive, epochMs(minute * 60_000))
      })
      const { events } = stepConnectionLoss(
        startLossWatch(epochMs(0)),
        loss,
        alive,
        [],
        epochMs(ups.length * 60_000),
      )
      const lostInWindow = (end: number) =>
        ups.slice(Math.max(0, end - loss.lossPeriodMinutes), end).filter((isUp) => !isUp).length
      const firstRaise = ups.findIndex((_, index) => lostInWindow(index + 1) >= loss.lossThresholdMinutes)
      expect(events[0]?.at ?? 0).toBe((firstRaise + 1) * 60_000)
    }),
  )
})

test('only the last day is remembered', () => {
  const alive: MutableAliveMinutes = new Map()
  const week = 7 * 1440
  for (let minute = 0; minute < week; minute += 2) markAlive(alive, epochMs(minute * 60_000))
  const { watch } = stepConnectionLoss(
    startLossWatch(epochMs(0)),
    DEFAULT_LOSS_RULE,
    alive,
    [],
    epochMs(week * 60_000),
  )
  expect(watch.lost.length).toBe(720)
})

test.each([
  [60, 30, null],
  [1440, 1440, null],
  [1, 1, null],
  [0, 1, 'loss_period_range'],
  [1441, 30, 'loss_period_range'],
  [60.5, 30, 'loss_period_range'],
  [60, 0, 'loss_threshold_range'],
  [60, 61, 'loss_threshold_range'],
  [60, 1.5, 'loss_threshold_range'],
])('a window of %d and a threshold of %d: %s', (window, threshold, problem) => {
  const checked = checkLossRule(rule(window, threshold))
  expect(checked.ok ? null : checked.problem).toBe(problem)
})
