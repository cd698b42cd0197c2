import { expect, test } from 'vitest'
import { shownRows } from './run-rows'

test('a row for each value, and for what did not answer the reason', () => {
  const common = { deviceName: 'case', ms: 12, unitId: 5, commandCode: 'air' }
  const answered = {
    ...common,
    packet: '05 03',
    values: [{ pointId: 1, name: 'Air', value: 3.4, quality: 0 }],
  }
  const silent = { ...common, unitId: 6, packet: '', code: 'E_TIMEOUT', values: [] }
  expect(shownRows({ rows: [answered, silent] })).toEqual([
    { commandCode: 'air', unitId: 5, ms: 12, packet: '05 03', point: 'Air', value: '3.4', code: null },
    { commandCode: 'air', unitId: 6, ms: 12, packet: '', point: null, value: null, code: 'E_TIMEOUT' },
  ])
})

test('an outcome of another kind has no rows', () => {
  expect(shownRows(null)).toEqual([])
  expect(shownRows({ packet: '05 06' })).toEqual([])
})
