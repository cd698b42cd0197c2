import { expect, test } from 'vitest'
import type { PointId } from '../ids'
import { type DescribedPoint, neededPoints, type PolledPoints, watchedDevice } from './watched-device'

const [AIR, SETPOINT, DOOR, ENERGY] = [1, 2, 3, 4] as PointId[] as [PointId, PointId, PointId, PointId]
const chilled = { zone: 'C7', country: 'TW', timeZone: 'Asia/Taipei' } as const
const air: DescribedPoint = { pointId: AIR, kind: 'air_temperature', unit: '°C' }
const setpoint: DescribedPoint = { pointId: SETPOINT, kind: 'setpoint', unit: '°C' }
const polled = (periodSeconds: number, valuePoints: PointId[], lastRevision: number | null = null) =>
  ({ periodSeconds, valuePoints, counterPoints: [], lastRevision }) satisfies PolledPoints
const rule = (pointId: PointId) => ({
  pointId,
  lowLimit: 1,
  lowDelayMinutes: 5,
  highLimit: 9,
  highDelayMinutes: 20,
  lostDelayMinutes: -1,
})

test('a device without rules of its own is judged by those of its zone', () => {
  const device = watchedDevice(chilled, [air, setpoint], [polled(60, [AIR, SETPOINT])], [])
  expect(device.points).toMatchObject([
    { pointId: AIR, isAir: true, periodMs: 60_000, rule: { highLimit: 7, highDelayMinutes: 15 } },
  ])
  expect(device.defrost).toMatchObject({
    air: AIR,
    setpoint: SETPOINT,
    evaporator: null,
    temperatureZone: 'C7',
  })
})

test('once any of its points has a rule of its own, only those count', () => {
  const door: DescribedPoint = { pointId: DOOR, kind: 'door', unit: '' }
  const lists = [polled(60, [AIR, DOOR])]
  const device = watchedDevice(chilled, [air, door], lists, [rule(DOOR)])
  expect(device.points.map(({ pointId }) => pointId)).toEqual([DOOR])
  expect(device.points[0]).toMatchObject({ rule: { highLimit: 9 }, isAir: false, limits: null })
})

test('the period is the shortest of the scripts that poll it now, five minutes where none does', () => {
  const periodOf = (...lists: PolledPoints[]) =>
    watchedDevice(chilled, [air], lists, []).points.map(({ periodMs }) => periodMs)
  expect(periodOf(polled(60, [AIR]), polled(30, [SETPOINT]), polled(10, [AIR], 4))).toEqual([30_000])
  expect(periodOf(polled(10, [AIR], 4))).toEqual([300_000])
  expect(periodOf(polled(60, [SETPOINT]))).toEqual([])
})

test('a meter and a hot case have no defrost', () => {
  const energy: DescribedPoint = { pointId: ENERGY, kind: 'energy', unit: 'kWh' }
  const meter = { ...chilled, zone: null }
  expect(watchedDevice(meter, [energy], [polled(60, [ENERGY])], []).defrost).toBeNull()
  expect(watchedDevice({ ...chilled, zone: 'HOT' }, [air], [polled(60, [AIR])], []).defrost).toBeNull()
})

test('the points needed are those judged and those that show a defrost, each once', () => {
  const device = watchedDevice(chilled, [air, setpoint], [polled(60, [AIR, SETPOINT])], [])
  expect([...neededPoints(device)]).toEqual([AIR, SETPOINT])
})
