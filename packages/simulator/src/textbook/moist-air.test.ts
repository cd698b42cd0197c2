import { expect, test } from 'vitest'
import { doorwayFactor, doorwayFlow, enthalpy, humidityRatio, saturationPa } from './moist-air'

test('saturation over water and ice is that of steam tables', () => {
  expect(saturationPa(0)).toBeCloseTo(611, 0)
  expect(Math.abs(saturationPa(25) / 3_169 - 1)).toBeLessThan(0.005)
  expect(Math.abs(saturationPa(-20) / 103.2 - 1)).toBeLessThan(0.005)
})

test('air of a shop at 25 °C and 60 % holds 11.9 g and 55.4 kJ per kg, as the chart says', () => {
  expect(humidityRatio(25, 0.6)).toBeCloseTo(0.0119, 4)
  expect(Math.abs(enthalpy(25, humidityRatio(25, 0.6)) / 55_400 - 1)).toBeLessThan(0.01)
})

test('a doorway of 1.8 m² and 2 m between 25 and -23 °C lets in 0.85 kg/s, and none the other way', () => {
  // 0.221 × 1.8 × √(9.81 × 2) × 0.95 × 1.27 = 2.126; × √(48 / 298.15) = 0.853
  expect(doorwayFlow(doorwayFactor(1.8, 2), -23, 25)).toBeCloseTo(0.853, 3)
  expect(doorwayFlow(doorwayFactor(1.8, 2), 25, 20)).toBe(0)
})
