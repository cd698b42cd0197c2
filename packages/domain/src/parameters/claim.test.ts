import { expect, test } from 'vitest'
import type { DepartmentId, DeviceId, DeviceModelId, FridgeEntryId, ParameterProfileId } from '../ids'
import { type ClaimedDevice, desiredOf, isClaimed } from './claim'
import type { ParameterProfile, ProfileValue } from './profile'

const id = <Id extends number>(value: number) => value as Id
const device: ClaimedDevice = {
  deviceId: id<DeviceId>(5),
  firmware: 5.9,
  deviceModelId: id<DeviceModelId>(7),
  departments: [1, 2, 3].map((one) => id<DepartmentId>(one)),
  fridgeBrandId: id<FridgeEntryId>(10),
  fridgeTypeId: id<FridgeEntryId>(20),
  fridgeLocationId: null,
}
const value = (number: number, isLocked = false): ProfileValue => ({
  ...{ code: 'set', value: number, reason: '', isLocked },
})
const profile = (number: number, more: Partial<ParameterProfile>): ParameterProfile => ({
  ...{ id: id<ParameterProfileId>(number), departmentId: id<DepartmentId>(1), level: 1 },
  ...{ deviceModelId: device.deviceModelId, kind: 'all', version: 1, values: [value(number)] },
  ...{
    firmwareFrom: null,
    firmwareTo: null,
    deviceIds: null,
    fridgeBrandId: null,
    fridgeTypeId: null,
    fridgeLocationId: null,
  },
  ...more,
})
const desired = (...profiles: ParameterProfile[]) => {
  const { value: number, rivals } = desiredOf(device, profiles).get('set') ?? {}
  return [number, rivals]
}
const type = { fridgeTypeId: id<FridgeEntryId>(20) }
const brand = { fridgeBrandId: id<FridgeEntryId>(10) }
const below = { departmentId: id<DepartmentId>(3), level: 3 }

test('a profile claims devices of its model, below its department, with all that it names', () => {
  expect(isClaimed(profile(1, {}), device)).toBe(true)
  expect(isClaimed(profile(1, { deviceModelId: id<DeviceModelId>(8) }), device)).toBe(false)
  expect(isClaimed(profile(1, { departmentId: id<DepartmentId>(4) }), device)).toBe(false)
  expect(isClaimed(profile(1, { fridgeLocationId: id<FridgeEntryId>(30) }), device)).toBe(false)
  expect(isClaimed(profile(1, { ...type, ...brand }), device)).toBe(true)
})

test('the nearer department wins, who names more wins over that, and a type over a brand', () => {
  expect(desired(profile(1, {}), profile(2, below))).toEqual([2, []])
  expect(desired(profile(1, brand), profile(2, below))).toEqual([1, []])
  expect(desired(profile(1, brand), profile(2, type))).toEqual([2, []])
  expect(desired(profile(1, { ...brand, ...type }), profile(2, type))).toEqual([1, []])
})

test('what a department above has locked wins over everything below', () => {
  const locked = profile(1, { values: [value(1, true)] })
  expect(desired(locked, profile(2, { ...below, ...brand, ...type }))).toEqual([1, []])
  expect(desired(profile(2, { ...below, values: [value(2, true)] }), locked)).toEqual([1, []])
})

test('equal rank and another value are rivals; the same value is none', () => {
  expect(desired(profile(1, {}), profile(2, {}))).toEqual([1, [2]])
  expect(desired(profile(1, {}), profile(2, { values: [value(1)] }))).toEqual([1, []])
  expect(desired(profile(1, {}), profile(2, {}), profile(3, type))).toEqual([3, []])
})

test('one that names the device wins over a place, and of two that do the newer', () => {
  const named = { deviceIds: [id<DeviceId>(5), id<DeviceId>(6)] }
  expect(isClaimed(profile(1, named), { ...device, deviceId: id<DeviceId>(7) })).toBe(false)
  expect(desired(profile(3, { ...type, ...brand }), profile(2, named))).toEqual([2, []])
  expect(desired(profile(2, named), profile(4, named), profile(3, named))).toEqual([4, []])
  // what is locked above counts more
  expect(desired(profile(1, { values: [value(1, true)] }), profile(2, { ...named, ...below }))).toEqual([
    1,
    [],
  ])
})

test('a range of firmwares includes its ends, and what is not known is in none', () => {
  const claimed = (firmware: number | null, range: Partial<ParameterProfile>) =>
    isClaimed(profile(1, range), { ...device, firmware })
  expect([5.8, 5.9, 6.2, 6.3].map((one) => claimed(one, { firmwareFrom: 5.9, firmwareTo: 6.2 }))).toEqual([
    ...[false, true, true, false],
  ])
  expect([claimed(7, { firmwareFrom: 5.9 }), claimed(1, { firmwareTo: 5.9 })]).toEqual([true, true])
  expect([claimed(null, { firmwareFrom: 5.9 }), claimed(null, {})]).toEqual([false, true])
  // it names more than one without, and less than a brand
  expect(desired(profile(1, {}), profile(2, { firmwareTo: 6 }))).toEqual([2, []])
  expect(desired(profile(1, brand), profile(2, { firmwareTo: 6 }))).toEqual([1, []])
})
