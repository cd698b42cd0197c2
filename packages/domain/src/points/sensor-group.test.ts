import { expect, test } from 'vitest'
import { pointKinds } from './point'
import { kindsIn, kindsOfGroup, sensorGroups } from './sensor-group'

test('every kind of point is in one group', () => {
  const grouped = sensorGroups.flatMap((group) => kindsOfGroup[group])
  expect(grouped.toSorted()).toEqual(pointKinds.toSorted())
})

test('no group means all', () => {
  expect(kindsIn(null)).toEqual(pointKinds)
  expect(kindsIn('line')).toContain('bus_timeouts')
})
