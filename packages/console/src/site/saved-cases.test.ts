import type { RepairDetail } from '@coldkeep/contract/areas/repair'
import type { Department } from '@coldkeep/domain/organisation/department'
import { expect, test } from 'vitest'
import { type CaseContext, casesOf, isOutdated } from './saved-cases'

const departments = {
  ...{ id: 1, name: 'Frost' },
  children: [
    { id: 2, name: 'North', children: [{ id: 4, name: 'Taipei', children: [] }] },
    { id: 3, name: 'South', children: [] },
  ],
} as unknown as Department
const steps = [
  { id: 11, title: 'Reported', phase: 'open' },
  { id: 12, title: 'On site', phase: 'open' },
] as unknown as CaseContext['steps']
const context: CaseContext = { account: '5', departments, steps }

const detail = (id: number, more: object = {}) =>
  ({
    case: {
      ...{ id, reportTime: 1_000 * id, closedAt: null, closeProposedAt: null, fault: 'Ice', assignee: null },
      ...{ storeNumber: 'N001', store: { departmentId: 4, code: 'N001', name: 'Alder Street' } },
      ...{ equipment: { id: 70, name: 'Freezer 1' }, progress: { id: 11, title: 'Reported', phase: 'open' } },
      ...more,
    },
  }) as unknown as RepairDetail

const cases = [
  detail(41, { assignee: { id: 5, name: 'Ada', seesCase: true } }),
  detail(42, { progress: { id: 99, title: 'On site', phase: 'open' }, equipment: { id: 71, name: 'Room' } }),
  detail(43, {
    ...{ store: { departmentId: 3, code: 'S001', name: 'Cedar' }, storeNumber: 'S001', equipment: null },
    ...{ fault: '50% slower', closeProposedAt: 9 },
  }),
  detail(44, { closedAt: 1 }),
]
const anything = { departmentId: null, progressId: null, deviceId: null, timezone: 0 }
const found = (query: object, of = context, page = {}) =>
  casesOf(cases, { ...anything, ...query, ...page } as never, of)?.records.map(({ id }) => id)

test('without a filter all that are open, the newest first; of a case that is kept twice the newer one', () => {
  expect(found({})).toEqual([43, 42, 41])
  const again = casesOf([...cases, detail(42, { closedAt: 5 })], anything as never, context)
  expect([again?.records.map(({ id }) => id), again?.total]).toEqual([[43, 41], 2])
})

test.each([
  ['a department and those below it', { departmentId: 2 }, [42, 41]],
  ['a step, also one that another department calls alike', { progressId: 12 }, [42]],
  ['its equipment', { deviceId: 71 }, [42]],
  ['its owner', { owner: 'mine' }, [41]],
  ['its proposal', { proposal: 'proposed' }, [43]],
  ['its number', { search: 'R-000042' }, [42]],
  ['its fault', { search: ' 50% SLOW' }, [43]],
  ['its store', { search: 'n001' }, [42, 41]],
  ['all at once', { departmentId: 1, progressId: 11, owner: 'mine', search: 'freezer' }, [41]],
])('a case is found by %s', (_by, query, ids) => {
  expect(found(query)).toEqual(ids)
})

test('what cannot be told is not made up', () => {
  expect(found({ start: 1, end: 2 })).toBeUndefined()
  expect(found({ departmentId: 2 }, { ...context, departments: null })).toBeUndefined()
  expect(found({ departmentId: 8 })).toBeUndefined()
})

test('one that an older console kept is left out', () => {
  const [own] = cases
  const older = [{ assignee: { id: 5, name: 'Ada' } }, { store: { code: 'N001', name: 'Alder Street' } }]
  expect(older.map((more) => isOutdated(detail(45, more)))).toEqual([true, true])
  expect([own, detail(45)].map((one) => one !== undefined && isOutdated(one))).toEqual([false, false])
})

test('a page of them', () => {
  const second = casesOf(cases, { ...anything, page: 2, pageSize: 2 } as never, context)
  expect([second?.records.map(({ id }) => id), second?.total]).toEqual([[41], 3])
})
