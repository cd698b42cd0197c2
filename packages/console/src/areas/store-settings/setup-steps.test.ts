import { expect, test } from 'vitest'
import { nextKey } from './setup-step'
import { stepOfPath } from './setup-steps'

test.each([
  ['departmentId', 'organisation'],
  ['newDepartment', 'organisation'],
  ['store.code', 'store'],
  ['store.name', 'store'],
  ['store.phone', 'information'],
  ['store.service_end_date', 'services'],
  ['terminals.n1.ports.id', 'network'],
  ['targets.n2.address', 'network'],
  ['devices.17.unit_id', 'fridges'],
  ['devices.17', 'fridges'],
  ['devices.n1.insuredUntil', 'services'],
  ['devices.n1.contractedKw', 'services'],
  ['loss.threshold_minutes', 'alarms'],
  ['warnings.falling.x', 'alarms'],
])('%s belongs to the step %s', (path, step) => {
  expect(stepOfPath(path)).toBe(step)
})

test('a new row gets a key that none has, also after one was removed', () => {
  expect(nextKey([])).toBe('n1')
  expect(nextKey([{ key: '17' }, { key: 'n3' }, { key: 'n1' }])).toBe('n4')
})
