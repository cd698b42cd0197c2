import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../time/local-date'
import { freezeBaseline, type HealthBaseline } from './health-baseline'
import type { MeasuredHealth } from './health-indicators'
import { scoreHealth } from './health-score'
import { NOTHING_MEASURED } from './nothing-measured'
import { probeReasonOf } from './probe-faults'

const healthy: MeasuredHealth = {
  ...NOTHING_MEASURED,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0,
  runRatio: 0.4,
  startsPerHour: 3,
  stillMinutes: 30,
  restDifferenceK: 0.6,
  stepK: 0.1,
  warmCoilMinutes: 20,
  plateau: 'right',
  isBelowSecondProbe: false,
}
const baselineOf = (changes: Partial<MeasuredHealth> = {}) =>
  freezeBaseline(
    Array.from({ length: 14 }, (_, index) => ({
      on: addDays(localDate('2026-03-01'), index),
      measured: { ...healthy, ...changes },
      outdoorC: 20,
      isBreach: false,
    })),
  )
const faultOf = (measured: MeasuredHealth, baseline: HealthBaseline | null) =>
  probeReasonOf(measured, baseline)?.fault ?? null
const fault = (changes: Partial<MeasuredHealth>, usually: Partial<MeasuredHealth> = {}) =>
  faultOf({ ...healthy, ...changes }, baselineOf(usually))

describe('a stuck probe', () => {
  test('reads exactly the same for six hours, three times longer than ever', () => {
    expect(fault({ stillMinutes: 359 })).toBeNull()
    expect(fault({ stillMinutes: 360 })).toBe('probe_stuck')
  })
  test('is not found on a case whose coarse probe is still for four hours at a time', () => {
    expect(fault({ stillMinutes: 700 }, { stillMinutes: 240 })).toBeNull()
    expect(fault({ stillMinutes: 720 }, { stillMinutes: 240 })).toBe('probe_stuck')
  })
  test('moves with less than a fifth of its usual swing, like one hanging by a wire', () => {
    expect(fault({ moveK: 0.23 }, { moveK: 1.2 })).toBe('probe_stuck')
    expect(fault({ moveK: 0.25 }, { moveK: 1.2 })).toBeNull()
    // not where a valve meters so well that only defrosts move the air
    expect(fault({ moveK: 0.05 }, { moveK: 0.5 })).toBeNull()
    expect(fault({ moveK: 0.23, coveredMinutes: 1_199 }, { moveK: 1.2 })).toBeNull()
  })
  test('is found before there is a baseline after twelve hours of a compressor that starts and stops', () => {
    expect(faultOf({ ...healthy, stillMinutes: 720 }, null)).toBe('probe_stuck')
    expect(faultOf({ ...healthy, stillMinutes: 719 }, null)).toBeNull()
    expect(faultOf({ ...healthy, stillMinutes: 720, startsPerHour: 0 }, null)).toBeNull()
  })
})

test('a probe that reads low: the air is 1.2 K colder than the coil that rests in it, 1.8 K less than usual', () => {
  expect(fault({ restDifferenceK: -1.2 })).toBe('probe_reads_low')
  expect(fault({ restDifferenceK: -0.95 })).toBeNull()
  expect(fault({ restDifferenceK: -1.2 }, { restDifferenceK: 0.2 })).toBeNull()
})

test('the probe in the food, the plateau of ice and a defrost of more than two hours each show a fault', () => {
  expect(fault({ isBelowSecondProbe: true })).toBe('probe_reads_low')
  expect(fault({ plateau: 'reads_high' })).toBe('coil_probe')
  expect(fault({ plateau: null })).toBeNull()
  expect(fault({ warmCoilMinutes: 121 })).toBe('endless_defrost')
  expect(fault({ warmCoilMinutes: 120 })).toBeNull()
})

test('what was so from the beginning does not count', () => {
  expect(fault({ isBelowSecondProbe: true }, { isBelowSecondProbe: true })).toBeNull()
  expect(fault({ plateau: 'reads_low' }, { plateau: 'reads_low' })).toBeNull()
})

describe('a score with an unreliable probe', () => {
  const scored = (changes: Partial<MeasuredHealth>) => {
    const result = scoreHealth('FZ', { ...healthy, ...changes }, baselineOf(), 20, false)
    if (!result.ok) throw new Error(result.problem)
    return result.value
  }
  test('is at most 49, whatever the temperatures, so that a warning follows', () => {
    expect(scored({}).score).toBe(100)
    expect(scored({ isBelowSecondProbe: true })).toMatchObject({
      score: 49,
      probe: { fault: 'probe_reads_low' },
    })
    expect(scored({ isBelowSecondProbe: true }).losses[0]).toEqual({ cause: 'probe', points: 51 })
  })
})

test('food that exceeds its limit every day by design does not cap it', () => {
  const breached = freezeBaseline(
    Array.from({ length: 14 }, (_, index) => ({
      on: addDays(localDate('2026-03-01'), index),
      measured: healthy,
      outdoorC: 20,
      isBreach: true,
    })),
  )
  const result = scoreHealth('IC', healthy, breached, 20, true)
  expect(result.ok && result.value.score).toBe(100)
})
