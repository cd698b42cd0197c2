import { expect, test } from 'vitest'
import type { DeviceId } from '../ids'
import { type TipAlarm, type TipBus, type TipHealth, tipsOf } from './tip'

const [case1, case2] = [1, 2] as DeviceId[] as [DeviceId, DeviceId]
const nothing = {
  alarms: [] as TipAlarm[],
  buses: [] as TipBus[],
  health: [] as TipHealth[],
  drifted: [] as DeviceId[],
}
const rules = (facts: Partial<typeof nothing>) =>
  tipsOf({ ...nothing, ...facts }).map(({ rule, deviceId }) => [rule, deviceId])

test('of a store in order nothing is suggested', () => {
  expect(
    rules({
      buses: [
        { deviceId: case1, isSilent: false, answerRate: 95 },
        { deviceId: case2, isSilent: false, answerRate: null },
      ],
      health: [
        { deviceId: case1, score: 80, hint: null },
        { deviceId: case2, score: null, hint: null },
      ],
    }),
  ).toEqual([])
})

test('what hides everything else comes first, what can wait last', () => {
  expect(
    rules({
      alarms: [
        { branch: 'falling', deviceId: case2 },
        { branch: 'high', deviceId: case1 },
        { branch: 'host_lost', deviceId: null },
      ],
      buses: [{ deviceId: case2, isSilent: false, answerRate: 94.9 }],
      health: [{ deviceId: case1, score: 60, hint: 'dirty_condenser' }],
      drifted: [case1],
    }),
  ).toEqual([
    ['host_lost', null],
    ['alarm_high', case1],
    ['fault_dirty_condenser', case1],
    ['bus_noisy', case2],
    ['drift', case1],
    ['warning', case2],
  ])
})

test('a likely fault stands for its warning, and a silent bus for its lost readings', () => {
  expect(
    rules({
      alarms: [
        { branch: 'threshold', deviceId: case1 },
        { branch: 'lost', deviceId: case2 },
      ],
      buses: [{ deviceId: case2, isSilent: true, answerRate: 0 }],
      health: [{ deviceId: case1, score: 40, hint: 'refrigerant_leak' }],
    }),
  ).toEqual([
    ['bus_silent', case2],
    ['fault_refrigerant_leak', case1],
  ])
})

test('a low score without a likely fault is suggested by its losses, and each rule once', () => {
  expect(
    rules({
      alarms: [
        { branch: 'high', deviceId: case1 },
        { branch: 'high', deviceId: case1 },
      ],
      health: [{ deviceId: case1, score: 79.9, hint: null }],
    }),
  ).toEqual([
    ['alarm_high', case1],
    ['loss', case1],
  ])
})
