import { expect, test } from 'vitest'
import { type FaultLabel, isTerminalOffline, replyFault, setEffects, severityAt } from './faults'
import { dooredChilledCase, walkInFreezer } from './physics/case-spec'
import { noEffects } from './physics/effects'

const DAY_MS = 86_400_000
const start = Date.parse('2026-11-01T00:00:00Z')

function label(fault: FaultLabel['fault'], severity: number, rampDays = 0): FaultLabel {
  return { deviceIndex: 0, fault, startMs: start, rampDays, severity, endMs: start + 20 * DAY_MS }
}

test('a fault grows evenly over its ramp, stays, and is gone when repaired', () => {
  const leak = label('leak', 0.8, 10)
  expect(severityAt(leak, start - 1)).toBe(0)
  expect(severityAt(leak, start + 5 * DAY_MS)).toBeCloseTo(0.4, 10)
  expect(severityAt(leak, start + 10 * DAY_MS)).toBeCloseTo(0.8, 10)
  expect(severityAt(leak, start + 19 * DAY_MS)).toBe(0.8)
  expect(severityAt(leak, start + 20 * DAY_MS)).toBe(0)
})

test('a fault without a ramp is there at once', () => {
  expect(severityAt(label('contactor_dead', 1), start)).toBe(1)
})

test.each([
  ['leak', 0.5, { charge: 0.7, refrigerantUa: 0.8 }],
  ['dirty_condenser', 1, { condenser: 0.3 }],
  ['evaporator_fan', 0.5, { fan: 0.5 ** 0.7 }],
  ['door_ajar', 0.5, { infiltration: 4 }],
  ['probe_reads_high', 0.5, { probeDriftK: 2 }],
  ['probe_reads_low', 1, { probeDriftK: -4 }],
  ['contactor_welded', 0.5, {}],
  ['contactor_welded', 0.51, { contactor: 'stuck_on' }],
  ['contactor_dead', 0.9, { contactor: 'stuck_off' }],
  ['device_silent', 1, {}],
] as const)('%s of severity %d changes what the table says and nothing else', (fault, severity, changes) => {
  const effects = noEffects()
  setEffects(effects, [label(fault, severity)], start, dooredChilledCase)
  const expected: Record<string, unknown> = { ...noEffects(), ...changes }
  for (const [name, value] of Object.entries(effects)) {
    if (typeof value === 'number') expect(value, name).toBeCloseTo(expected[name] as number, 10)
    else expect(value, name).toBe(expected[name])
  }
})

test('ice takes the heater of a freezer, but the air side of a case that clears its coil in every pause', () => {
  const effects = noEffects()
  setEffects(effects, [label('iced_evaporator', 0.8)], start, walkInFreezer)
  expect(effects.defrostHeat).toBeCloseTo(0.2, 10)
  expect(effects.airSide).toBe(1)
  setEffects(effects, [label('iced_evaporator', 0.8)], start, dooredChilledCase)
  expect(effects.defrostHeat).toBe(1)
  expect(effects.airSide).toBeCloseTo(0.44, 10)
})

test('a repaired fault leaves no trace in the effects', () => {
  const effects = noEffects()
  const labels = [label('leak', 1), label('probe_reads_low', 1)]
  setEffects(effects, labels, start, walkInFreezer)
  setEffects(effects, labels, start + 20 * DAY_MS, walkInFreezer)
  expect(effects).toEqual(noEffects())
})

test('a silent device never answers, a garbled one spoils every fifth reply, others answer', () => {
  expect(replyFault([label('device_silent', 1)], start)).toEqual({ kind: 'silent', share: 1 })
  expect(replyFault([label('device_garbled', 1)], start)).toEqual({ kind: 'garbled', share: 0.2 })
  expect(replyFault([label('leak', 1)], start)).toBeNull()
  expect(replyFault([label('device_silent', 1)], start - 1)).toBeNull()
})

test('only its own fault takes a terminal off the line', () => {
  expect(isTerminalOffline([label('terminal_offline', 1)], start)).toBe(true)
  expect(isTerminalOffline([label('terminal_offline', 1)], start + 20 * DAY_MS)).toBe(false)
  expect(isTerminalOffline([label('device_silent', 1)], start)).toBe(false)
})
