import { expect, test } from 'vitest'
import type { ParameterProfileId } from '../ids'
import { type Quality, quality } from '../points/reading'
import { epochMs } from '../time/instant'
import type { Desired } from './claim'
import { compareDevice, deviceState, type Observed } from './compare'
import type { Parameter } from './parameter'
import { planOf } from './plan'

const parameter = (code: string, applyOrder = 0): Parameter => ({
  ...{ code, name: code, note: '', unit: '°C', group: 'regulation', lowest: -40, highest: 20, step: 0.1 },
  ...{ isSetPoint: false, factoryValue: null, applyOrder, source: 'p. 1' },
})
const desired = (code: string, value: number, rivals: number[] = []): [string, Desired] => [
  code,
  {
    ...{ code, value, reason: '', isLocked: false, version: 1 },
    profileId: 1 as ParameterProfileId,
    rivals: rivals as ParameterProfileId[],
  },
]
const seen = (code: string, value: number | null, found: Quality = quality.good): [string, Observed] => [
  code,
  { value, quality: found, at: epochMs(0) },
]
const states = (desired: [string, Desired][], read: [string, Observed][], parameters = [parameter('a')]) =>
  compareDevice(new Map(desired), parameters, new Map(read)).map(({ state }) => state)

test.each([
  ['the same value', desired('a', -20), seen('a', -20), 'same'],
  ['another value', desired('a', -20), seen('a', -19.9), 'differs'],
  ['no answer', desired('a', -20), seen('a', null, quality.timeout), 'unknown'],
  ['a stale value', desired('a', -20), seen('a', -20, quality.stale), 'unknown'],
  ['a device that refuses to show it', desired('a', -20), seen('a', null, quality.exception), 'absent'],
  ['a value beyond the bounds', desired('a', 20.1), seen('a', 20), 'impossible'],
  ['a value between two steps', desired('a', -20.05), seen('a', -20), 'impossible'],
  ['rivals', desired('a', -20, [2]), seen('a', -20), 'rivals'],
])('%s', (_, desired, read, state) => {
  expect(states([desired], [read])).toEqual([state])
})

test('a parameter that the model has lost is impossible, and one that was never read unknown', () => {
  expect(states([desired('a', 1), desired('gone', 1)], [])).toEqual(['unknown', 'impossible'])
})

test('a device is as its worst parameter', () => {
  const parameters = [parameter('a'), parameter('b')]
  const compared = compareDevice(
    new Map([desired('a', 1), desired('b', 2)]),
    parameters,
    new Map([seen('a', 1)]),
  )
  expect(deviceState(compared)).toBe('unknown')
  expect(deviceState([])).toBeNull()
})

test('a plan holds differences only, bounds before what they bound', () => {
  const parameters = [parameter('set', 2), parameter('low', 1), parameter('other')]
  const read = new Map([seen('set', -18), seen('low', -20), seen('other', 3)])
  const all = new Map([desired('set', -22), desired('low', -25), desired('other', 3)])
  const plan = planOf(compareDevice(all, parameters, read))
  expect(plan).toEqual([
    { code: 'low', before: -20, value: -25 },
    { code: 'set', before: -18, value: -22 },
  ])
})
