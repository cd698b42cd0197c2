import { describe, expect, test } from 'vitest'
import {
  type EquipmentPermission,
  type EquipmentRights,
  equipmentKinds,
  equipmentRights,
  kindsOfDevice,
  maySee,
  mayWrite,
} from './equipment'

const all: EquipmentPermission = {
  sees: ['walk_in', 'c4'],
  given: ['walk_in', 'c4'],
  writes: ['walk_in', 'c4', 'other'],
}
const listed = ({ hidden, writes }: EquipmentRights) => ({ hidden: [...hidden], writes: [...writes] })

test('without an equipment permission an account sees what any of its page permissions shows', () => {
  expect(listed(equipmentRights([], [['walk_in'], []]))).toEqual({ hidden: ['c4'], writes: [] })
  expect(listed(equipmentRights([], [[]]))).toEqual({ hidden: ['walk_in', 'c4'], writes: [] })
  // an equipment permission alone decides where there is one
  expect(listed(equipmentRights([all], [[]])).hidden).toEqual([])
  expect(listed(equipmentRights([{ ...all, given: [] }], [['walk_in', 'c4']])).hidden).toEqual([
    'walk_in',
    'c4',
  ])
})

describe('what permissions for equipment amount to', () => {
  test.each<[string, EquipmentPermission[], { hidden: string[]; writes: string[] }]>([
    ['none: all is seen, nothing written to', [], { hidden: [], writes: [] }],
    ['everything offered and given', [all], { hidden: [], writes: ['walk_in', 'c4', 'other'] }],
    [
      'what is not given is hidden, and not written to either',
      [{ ...all, given: ['c4'] }],
      { hidden: ['walk_in'], writes: ['c4', 'other'] },
    ],
    [
      'what the type does not offer cannot be given',
      [{ ...all, sees: ['walk_in'] }],
      { hidden: ['c4'], writes: ['walk_in', 'other'] },
    ],
    [
      'two permissions add up',
      [
        { sees: ['walk_in'], given: ['walk_in'], writes: [] },
        { sees: ['c4'], given: ['c4'], writes: ['c4'] },
      ],
      { hidden: [], writes: ['c4'] },
    ],
    [
      'seen by one and written to by the other is not written to',
      [
        { sees: ['walk_in'], given: ['walk_in'], writes: [] },
        { sees: [], given: [], writes: ['walk_in'] },
      ],
      { hidden: ['c4'], writes: [] },
    ],
  ])('%s', (_, permissions, expected) => {
    expect(listed(equipmentRights(permissions))).toEqual(expected)
  })
})

test('a device belongs to the kinds that protect it, or to other', () => {
  expect(kindsOfDevice({ type: 'walk_in', zone: 'FZ' })).toEqual(['walk_in'])
  expect(kindsOfDevice({ type: 'open_case', zone: 'C4' })).toEqual(['c4'])
  expect(kindsOfDevice({ type: 'walk_in', zone: 'C4' })).toEqual(['walk_in', 'c4'])
  expect(kindsOfDevice({ type: 'main_meter', zone: null })).toEqual(['other'])
})

test('a room at 4 °C is seen and written to only where both of its kinds are', () => {
  const room = kindsOfDevice({ type: 'walk_in', zone: 'C4' })
  const half = equipmentRights([{ ...all, given: ['c4'] }])
  expect([maySee(half, room), mayWrite(half, room)]).toEqual([false, false])
  expect([maySee(half, ['c4']), mayWrite(half, ['c4'])]).toEqual([true, true])
  const whole = equipmentRights([all])
  expect([maySee(whole, room), mayWrite(whole, room)]).toEqual([true, true])
  expect(mayWrite(equipmentRights([]), equipmentKinds)).toBe(false)
})
