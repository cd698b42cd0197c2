import { expect, test } from 'vitest'
import { checkDevice, isSamePlace } from './check-device'

const freezer = { type: 'doored_case', zone: 'FZ', contractedKw: null, demandIntervalMinutes: null } as const
const meter = { type: 'main_meter', zone: null, contractedKw: 60, demandIntervalMinutes: 30 } as const

test('equipment that cools needs a zone, and a meter has none', () => {
  expect(checkDevice(freezer)).toEqual([])
  expect(checkDevice({ ...freezer, zone: null })).toEqual(['zone_missing'])
  expect(checkDevice(meter)).toEqual([])
  expect(checkDevice({ ...meter, zone: 'FZ' })).toEqual(['zone_superfluous'])
})

test('only the main meter is measured against a contract', () => {
  expect(checkDevice({ ...freezer, contractedKw: 60, demandIntervalMinutes: 15 })).toEqual([
    'contract_superfluous',
    'interval_superfluous',
  ])
  expect(checkDevice({ ...meter, type: 'sub_meter' })).toEqual([
    'contract_superfluous',
    'interval_superfluous',
  ])
  expect(checkDevice({ ...meter, contractedKw: null, demandIntervalMinutes: null })).toEqual([])
})

test.each([
  ['the same unit of the same port', 'p1', 3, 'p1', 3, true],
  ['the same unit of another port', 'p1', 3, 'p2', 3, false],
  ['another unit', 'p1', 3, 'p1', 4, false],
  ['a port that is not named beside a named one', null, 3, 'p2', 3, true],
  ['two ports that are not named', null, 3, null, 3, true],
  ['another unit of a port that is not named', null, 3, 'p1', 4, false],
])('%s', (_, portId, unitId, otherPort, otherUnit, isSame) => {
  expect(isSamePlace({ portId, unitId }, { portId: otherPort, unitId: otherUnit })).toBe(isSame)
})
