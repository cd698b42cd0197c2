import { expect, test } from 'vitest'
import { inAnalysedUnit } from './analysed-unit'
import type { MeasuredKind } from './point'

const node = (kind: MeasuredKind, unit: string) => ({ kind, unit, multiplier: 1, divisor: 10, name: 'P' })

test('what analyses read is stored in their unit, with the factor for the conversion', () => {
  expect(inAnalysedUnit(node('power', 'kW'))).toEqual(node('power', 'kW'))
  // a raw 23456 of tenths of a watt is 2345.6 W, which is 2.3456 kW
  expect(inAnalysedUnit(node('power', 'W'))).toEqual({ ...node('power', 'kW'), divisor: 10_000 })
  expect(inAnalysedUnit(node('energy', 'MWh'))).toEqual({ ...node('energy', 'kWh'), multiplier: 1000 })
})

test('a unit without a factor gives nothing; what no analysis reads stays as written', () => {
  for (const [kind, unit] of [
    ['air_temperature', '°F'],
    ['power', 'kWh'],
    ['energy', ''],
  ] as const) {
    expect(inAnalysedUnit(node(kind, unit)), kind).toBeNull()
  }
  for (const unit of ['%RH', 'bar', 'Pa', 'ppm', 'lx']) {
    expect(inAnalysedUnit(node('other', unit))).toEqual(node('other', unit))
  }
})
