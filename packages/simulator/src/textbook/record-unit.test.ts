import { quality } from '@coldkeep/domain/points/reading'
import { expect, test } from 'vitest'
import { drawUnit, type UnitRole } from './draw-unit'
import { recordUnit } from './record-unit'

const FROM_MS = Date.UTC(2025, 3, 9, 16)
const DAY_MS = 86_400_000
const draw = (turn: number, role: UnitRole = 'healthy') =>
  drawUnit(5, turn, role, { fromMs: FROM_MS, days: 4, changeDay: 1, rampDays: 1 })

test('the same seed and plan are the same readings, another seed is another', () => {
  const once = recordUnit(draw(2, 'faulty'))
  expect(recordUnit(draw(2, 'faulty'))).toEqual(once)
  expect(recordUnit({ ...draw(2, 'faulty'), seed: 1 })).not.toEqual(once)
})

test.each([0.1, 0.5, 1])('a probe of %d K sends whole steps', (resolutionK) => {
  const plan = draw(0)
  const { points } = recordUnit({ ...plan, probe: { ...plan.probe, resolutionK } })
  const values = [...(points.get('air_temperature')!.values as Float64Array)].filter(
    (value) => !Number.isNaN(value),
  )
  expect(values.length).toBeGreaterThan(500)
  for (const value of values) {
    expect(Math.abs(value / resolutionK - Math.round(value / resolutionK))).toBeLessThan(1e-9)
  }
})

test('readings come once in a period, a little late, and what a gap holds has no value', () => {
  const plan = draw(0)
  const gaps = [{ startMs: FROM_MS + DAY_MS, endMs: FROM_MS + DAY_MS + 3_600_000 }]
  const poll = { ...plan.poll, periodSeconds: 120, jitterSeconds: 4, lostShare: 0, gaps, missing: [] }
  const { points, qualities } = recordUnit({ ...plan, poll })
  const { timesMs, values } = points.get('air_temperature') as { timesMs: Float64Array; values: Float64Array }
  expect(timesMs).toHaveLength((4 * 86_400) / 120)
  for (const [row, atMs] of timesMs.entries()) {
    const late = atMs - (FROM_MS + row * 120_000)
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThanOrEqual(4_000)
  }
  // An hour of two-minute cycles; one on its border may fall on either side.
  const lost = [...values].filter(Number.isNaN).length
  expect(lost).toBeGreaterThanOrEqual(29)
  expect(lost).toBeLessThanOrEqual(31)
  expect([...qualities].filter((code) => code === quality.timeout)).toHaveLength(lost)
})

test('a point that is missing is not there at all', () => {
  const plan = draw(0)
  const { points } = recordUnit({ ...plan, poll: { ...plan.poll, missing: ['compressor', 'power'] } })
  expect([...points.keys()]).not.toContain('compressor')
  expect([...points.keys()]).not.toContain('power')
  expect([...points.keys()]).not.toContain('energy')
  expect([...points.keys()]).toContain('defrost')
})

test('a replaced meter begins again at nothing', () => {
  const plan = draw(0)
  const confounder = { kind: 'replaced_meter', startMs: FROM_MS + 2 * DAY_MS, amount: 1 } as const
  const poll = { ...plan.poll, missing: [], gaps: [], lostShare: 0 }
  const { points } = recordUnit({ ...plan, confounder, poll })
  const { timesMs, values } = points.get('energy') as { timesMs: Float64Array; values: Float64Array }
  const after = timesMs.findIndex((atMs) => atMs >= confounder.startMs)
  expect(values[after - 1]).toBeGreaterThan(1_000)
  expect(values[after]).toBe(0)
})

test('food is unsafe after a compressor has died, and never in a sound unit', () => {
  const plan = draw(5)
  const fault = { kind: 'compressor_dead', severity: 1, startMs: FROM_MS + DAY_MS, rampDays: 0 } as const
  expect(plan.kind).toBe('chillRoom')
  expect(recordUnit(plan).unsafeAtMs).toBeNull()
  expect(recordUnit({ ...plan, fault }).unsafeAtMs).toBeGreaterThan(fault.startMs)
})
