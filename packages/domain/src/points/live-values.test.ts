import { expect, test } from 'vitest'
import type { PointId } from '../ids'
import { epochMs, later, seconds } from '../time/instant'
import { type LastCycle, liveValues } from './live-values'
import { quality } from './reading'

const [AIR, SETPOINT, ENERGY] = [1, 2, 3] as PointId[] as [PointId, PointId, PointId]
const AT = epochMs(Date.parse('2026-11-20T12:00:00Z'))

const cycle: LastCycle = {
  periodSeconds: 60,
  valuePoints: [AIR, SETPOINT],
  counterPoints: [ENERGY],
  at: AT,
  values: [4.5, Number.NaN],
  counters: [120],
  quality: new Uint8Array([quality.good, quality.timeout, quality.good]),
}

test('a value is current for two poll periods and stale after them', () => {
  const after = (passed: number) => liveValues([cycle], later(AT, seconds(passed))).get(AIR)
  expect(after(120)).toEqual({ value: 4.5, quality: quality.good, at: AT })
  expect(after(121)).toEqual({ value: 4.5, quality: quality.stale, at: AT })
})

test('a point without a value gives the reason, however old it is', () => {
  const live = liveValues([cycle], later(AT, seconds(3_600)))
  expect(live.get(SETPOINT)).toEqual({ value: null, quality: quality.timeout, at: AT })
  expect(live.get(ENERGY)).toEqual({ value: 120, quality: quality.stale, at: AT })
})

test('the newest value of a point that two scripts read counts, in whatever order they arrive', () => {
  const newer = { ...cycle, at: later(AT, seconds(30)), values: [5, 2], quality: null }
  for (const cycles of [
    [cycle, newer],
    [newer, cycle],
  ]) {
    expect(liveValues(cycles, newer.at).get(AIR)).toEqual({ value: 5, quality: quality.good, at: newer.at })
  }
})

test('a point never read has no value, and an unknown code is a format error', () => {
  expect(liveValues([{ ...cycle, at: null, values: null, counters: null }], AT).size).toBe(0)
  const odd = { ...cycle, quality: new Uint8Array([99, 0, 0]) }
  expect(liveValues([odd], AT).get(AIR)?.quality).toBe(quality.format)
})
