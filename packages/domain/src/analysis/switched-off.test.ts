import { expect, test } from 'vitest'
import { epochMs } from '../time/instant'
import { switchedOffPeriods } from './switched-off'

const at = (clock: string) => epochMs(Date.parse(`2026-11-20T${clock}:00Z`))

test('a controller is off by its main switch, while a case is cleaned, and when it is shut down', () => {
  // Cooling, main switch, main switch, cut out, cleaning, shut down, nothing known, defrost.
  const states = [0, 10, 10, 11, 29, 45, Number.NaN, 14]
  const controlState = {
    timesMs: states.map((_, index) => at('10:00') + index * 300_000),
    values: states,
  }
  const window = { period: { startAt: at('10:00'), endAt: at('11:00') }, periodSeconds: 300, excluded: [] }
  // Where nothing is known, the last state applies for another poll.
  expect(switchedOffPeriods(controlState, window)).toEqual([
    { startAt: at('10:05'), endAt: at('10:15') },
    { startAt: at('10:20'), endAt: at('10:35') },
  ])
})
