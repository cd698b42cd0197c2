import { expect, test } from 'vitest'
import { noEffects } from './effects'
import { makeEnvironment } from './environment'
import { advanceHotCase, hotCase, newHotCase } from './hot-case'

test('a heating takes 2500·ln(34/30) = 313 s and a pause 2500·ln(45/41) = 233 s at 25 °C in the room', () => {
  const spec = { ...hotCase, probeNoiseK: 0 }
  const state = newHotCase(spec, 1, 'hot')
  const around = { ...makeEnvironment(), indoorC: 25 }
  const effects = noEffects()
  for (let minute = 0; minute < 60; minute++) advanceHotCase(state, spec, effects, around)
  const before = { ...state }
  const minutes = 14_400
  for (let minute = 0; minute < minutes; minute++) advanceHotCase(state, spec, effects, around)
  const starts = state.starts - before.starts
  const heating = (state.runSeconds - before.runSeconds) / starts
  const pause = (minutes * 60) / starts - heating
  // The thermostat acts at the end of a step of 5 s: each part may be longer by up to two steps.
  expect(heating).toBeGreaterThanOrEqual(312)
  expect(heating).toBeLessThan(323)
  expect(pause).toBeGreaterThanOrEqual(232)
  expect(pause).toBeLessThan(243)
  expect(heating / (heating + pause)).toBeCloseTo(0.573, 2)
  expect(state.energyJ - before.energyJ).toBe((state.runSeconds - before.runSeconds) * 900)
})

test('with a dead contactor the food cools to the room', () => {
  const state = newHotCase(hotCase, 1, 'hot')
  const around = { ...makeEnvironment(), indoorC: 25 }
  const effects = { ...noEffects(), contactor: 'stuck_off' as const }
  for (let minute = 0; minute < 300; minute++) advanceHotCase(state, hotCase, effects, around)
  expect(state.airC).toBeCloseTo(25, 0)
})
