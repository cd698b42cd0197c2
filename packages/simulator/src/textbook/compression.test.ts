import { expect, test } from 'vitest'
import { balance, compressorWatts, relativeCapacity, starve } from './compression'
import { setEffects, soundEffects } from './unit-faults'

test('at the rated point the capacity is the rated one, 10 K colder 30 % less, 10 K hotter outside 9 % less', () => {
  expect(relativeCapacity(-10, -10, 42)).toBe(1)
  // e^(-0.36) = 0.698
  expect(relativeCapacity(-20, -10, 42)).toBeCloseTo(0.698, 3)
  expect(relativeCapacity(-10, -10, 52)).toBeCloseTo(0.91, 6)
})

test('1 kW from -10 to 42 °C takes 395 W', () => {
  // Carnot 263.15 / 52 = 5.06, half of it 2.53
  expect(compressorWatts(1_000, -10, 42)).toBeCloseTo(395, 0)
})

test('half of the refrigerant lost is about half of the capacity gone, and the suction drawn down by 18 K', () => {
  const at = (severity: number) => {
    const effects = soundEffects()
    setEffects(effects, 'refrigerant_loss', severity)
    const line = { constant: 0, slope: 0, evaporatingC: -8 }
    // 1000 W over 3.5 K from metal to refrigerant: the metal of the sound unit is at -4.5 °C
    balance(line, 1_000 / 3.5, 1_000, -4.5, -8, 42)
    starve(line, effects.feed * 1_000, 1_000, -4.5, -8)
    return { heatW: line.constant + line.slope * -4.5, evaporatingC: line.evaporatingC }
  }
  expect(at(0).heatW).toBeCloseTo(1_000, 6)
  expect(at(0).evaporatingC).toBeCloseTo(-8, 6)
  // 1 - 0.95 × 0.5 = 0.525; ln 0.525 / 0.036 = -17.9 K
  expect(at(0.5).heatW).toBeCloseTo(525, 6)
  expect(at(0.5).evaporatingC).toBeCloseTo(-25.9, 1)
  expect(at(1)).toEqual({ heatW: expect.closeTo(50, 6), evaporatingC: -33 })
})
