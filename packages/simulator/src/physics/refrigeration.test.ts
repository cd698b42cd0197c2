import { expect, test } from 'vitest'
import { dooredChilledCase } from './case-spec'
import { compressorW, condensingC, coolingW } from './refrigeration'

test('at its rated point the compressor cools with its rated power', () => {
  // 2800 W over 560 W/K is a drop of 5 K, so the refrigerant evaporates at −8 °C when the coil has −3 °C.
  expect(coolingW(dooredChilledCase, 1, 1, -3, 40)).toBeCloseTo(2800, 6)
})

test('every kelvin of condensing temperature costs one hundredth of the rated power, met by the coil', () => {
  // (1 − 0.01·10 + 0.264 − 0.099) / 1.165 · 2800 = 1.065 / 1.165 · 2800
  expect(coolingW(dooredChilledCase, 1, 1, -3, 50)).toBeCloseTo(2559.66, 1)
})

test('a coil far too cold gives no cooling instead of heating', () => {
  expect(coolingW(dooredChilledCase, 1, 1, -60, 40)).toBe(0)
})

test('half of the Carnot performance between −8 and 40 °C needs 1014 W for 2800 W', () => {
  // 265.15 / 48 = 5.524; half of it is 2.762
  expect(compressorW(2800, -8, 40, 0.5)).toBeCloseTo(1013.8, 1)
})

test('condensing is 12 K above the outdoor air, never below 28 °C, and higher behind dirt', () => {
  expect(condensingC(30, 1)).toBe(42)
  expect(condensingC(5, 1)).toBe(28)
  expect(condensingC(30, 0.5)).toBe(54)
})
