import { expect, test } from 'vitest'
import type { DeviceId, PointId } from '../ids'
import { type CarriedCommand, carryOn } from './carry-on'

const [CASE, METER] = [10, 20] as DeviceId[] as [DeviceId, DeviceId]
const owners = new Map([
  [1 as PointId, { deviceId: CASE }],
  [2 as PointId, { deviceId: CASE }],
  [3 as PointId, { deviceId: METER }],
])

const command = (points: readonly number[], more: Partial<CarriedCommand> = {}): CarriedCommand => ({
  portId: 'p1',
  unitId: 5,
  deviceName: 'Case 5',
  commandCode: 'probes',
  requestHex: '03 00 00 00 02',
  includesUnitId: false,
  appendsCrc: true,
  nodes: points.map((pointId) => ({ pointId: pointId as PointId })),
  ...more,
})
const script = (name: string, ...commands: readonly CarriedCommand[]) => ({ name, commands })

test('a script of devices in use continues unchanged', () => {
  const cases = script('Cases', command([1, 2]))
  const carried = carryOn([cases], owners)
  expect(carried.scripts[0]).toBe(cases)
  expect(carried).toMatchObject({ changed: [], leftOut: [] })
})

test('points without a device in use are removed, and with the last of them their request and their script', () => {
  const carried = carryOn(
    [script('Cases', command([1, 9]), command([9])), script('Old', command([8]))],
    owners,
  )
  expect(carried.scripts).toEqual([script('Cases', command([1]))])
  expect(carried.changed).toEqual(['Cases', 'Old'])
  expect(carried.leftOut).toEqual([
    { script: 'Cases', deviceName: 'Case 5', commandCode: 'probes' },
    { script: 'Old', deviceName: 'Case 5', commandCode: 'probes' },
  ])
})

test('a request that does more than read is dropped', () => {
  // function 6 writes a register
  const carried = carryOn([script('Cases', command([1], { requestHex: '06 00 00 00 02' }))], owners)
  expect(carried.scripts).toEqual([])
})

test('a moved device is polled where it is now, on its old port where none is named', () => {
  const moved = (portId: string | null) =>
    carryOn([script('Cases', command([1]))], owners, new Map([[CASE, { portId, unitId: 7 }]])).scripts
  expect(moved('p2')).toEqual([script('Cases', command([1], { portId: 'p2', unitId: 7 }))])
  expect(moved(null)).toEqual([script('Cases', command([1], { unitId: 7 }))])
})

test('a request whose text names the unit cannot be sent to another', () => {
  const fixed = command([1], { requestHex: '05 03 00 00 00 02', includesUnitId: true })
  const places = (unitId: number) => new Map([[CASE, { portId: 'p2', unitId }]])
  expect(carryOn([script('Cases', fixed)], owners, places(7)).scripts).toEqual([])
  expect(carryOn([script('Cases', fixed)], owners, places(5)).scripts).toEqual([
    script('Cases', { ...fixed, portId: 'p2' }),
  ])
})

test('a request whose reply covers several devices stays where it is', () => {
  const both = script('Both', command([1, 3]))
  expect(carryOn([both], owners, new Map([[CASE, { portId: 'p2', unitId: 7 }]])).scripts[0]).toBe(both)
  // a device that became another model is no longer read from it
  expect(carryOn([both], owners, new Map([[CASE, null]])).scripts).toEqual([script('Both', command([3]))])
})
