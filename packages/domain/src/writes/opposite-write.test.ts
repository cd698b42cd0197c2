import { expect, test } from 'vitest'
import type { ModelWrite } from '../polling/device-model'
import { oppositeOf } from './opposite-write'

const write = (
  commandCode: string,
  pointName: string,
  setsTo: number,
  requestHex = '05 00 01 ff 00',
): ModelWrite => ({
  commandCode,
  note: '',
  requestHex,
  expectedReplyHex: '',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  effect: 'light',
  pointName,
  setsTo,
  lowest: null,
  highest: null,
  usualLow: null,
  usualHigh: null,
  group: 'other',
  factoryValue: null,
  applyOrder: 0,
  isVolatile: false,
  mostPerDay: null,
  mostPerYear: null,
})
const on = write('on', 'Light', 1)
const off = write('off', 'Light', 0)

test('the one that sets the same point to something else', () => {
  expect(oppositeOf(on, [on, off, write('fan', 'Fan', 0)])).toEqual({ code: 'off', setsTo: 0 })
  expect(oppositeOf(off, [on, off])).toEqual({ code: 'on', setsTo: 1 })
})

test('none where several qualify, or no other does', () => {
  expect(oppositeOf(on, [on, off, write('dim', 'Light', 2)])).toBeNull()
  expect(oppositeOf(on, [on, write('on again', 'Light', 1)])).toBeNull()
})

test('none for a write that takes a value, or names no point', () => {
  const set = write('set', 'Light', 1, '06 00 01 VV VV')
  expect(oppositeOf(set, [set, off])).toBeNull()
  const reset = write('reset', '', 1)
  expect(oppositeOf(reset, [reset, write('other', '', 0)])).toBeNull()
})
