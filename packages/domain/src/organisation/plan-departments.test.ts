import { describe, expect, test } from 'vitest'
import type { DepartmentId } from '../ids'
import type { Department } from './department'
import { isWithoutChange, planDepartments } from './plan-departments'

const department = (id: number, name: string, ...children: Department[]): Department => ({
  id: id as DepartmentId,
  name,
  children,
})
const present = department(
  1,
  'Frostline',
  department(2, 'North', department(4, 'Coast'), department(5, 'Hills')),
  department(3, 'South'),
)
const plan = (document: unknown, levelsBelow = 6) => {
  const planned = planDepartments(present, document, levelsBelow)
  if (planned.plan === null) throw new Error(JSON.stringify(planned.faults))
  return planned.plan
}
const faults = (document: unknown, levelsBelow = 6) =>
  planDepartments(present, document, levelsBelow).faults.map(({ place, code }) => `${place}: ${code}`)

test('the file of the current departments changes nothing', () => {
  expect(isWithoutChange(plan(JSON.parse(JSON.stringify(present))))).toBe(true)
})

test('a file without ids means departments of the same names in the same places', () => {
  const { added, moved, renamed, removed } = plan({
    name: 'Frostline',
    children: [{ name: 'North', children: [{ name: 'Coast' }, { name: 'Hills' }] }, { name: ' South ' }],
  })
  expect([added, moved, renamed, removed]).toEqual([[], [], [], []])
})

test('departments are added, moved, renamed and removed at once', () => {
  const changed = plan({
    id: '1',
    name: 'Frostline',
    children: [
      { id: '3', name: 'Southern', children: [{ id: 4, name: 'Coast' }, { name: 'Harbour' }] },
      { id: 2, name: 'North' },
    ],
  })
  expect(changed.added).toEqual([{ path: ['Frostline', 'Southern', 'Harbour'] }])
  expect(changed.moved).toEqual([
    { id: 4, name: 'Coast', from: ['Frostline', 'North'], to: ['Frostline', 'Southern'] },
  ])
  expect(changed.renamed).toEqual([{ id: 3, from: 'South', path: ['Frostline', 'Southern'] }])
  expect(changed.removed).toEqual([{ id: 5, path: ['Frostline', 'North', 'Hills'] }])
  expect(changed.isReordered).toBe(true)
})

test('a parent may change places with its child', () => {
  const { moved, added, removed } = plan({
    name: 'Frostline',
    children: [
      {
        id: '4',
        name: 'Coast',
        children: [{ id: '2', name: 'North', children: [{ id: '5', name: 'Hills' }] }],
      },
      { id: '3', name: 'South' },
    ],
  })
  expect(moved.map(({ name, to }) => [name, to])).toEqual([
    ['Coast', ['Frostline']],
    ['North', ['Frostline', 'Coast']],
  ])
  expect([added, removed]).toEqual([[], []])
})

test('the order of siblings alone is a change', () => {
  const swapped = plan({ name: 'Frostline', children: [{ id: 3, name: 'South' }, present.children[0]] })
  expect([swapped.moved, swapped.isReordered, isWithoutChange(swapped)]).toEqual([[], true, false])
})

describe('errors are reported with their position:', () => {
  const child = (fields: object) => ({ name: 'Frostline', children: [fields] })
  test.each([
    ['no object', [1], ': form'],
    ['a text', 'Frostline', ': form'],
    ['no name', {}, 'name: name'],
    ['an empty name', child({ name: '  ' }), 'children.0.name: name'],
    ['a name of 81 signs', child({ name: 'n'.repeat(81) }), 'children.0.name: name'],
    ['a line break in a name', child({ name: 'a\nb' }), 'children.0.name: name'],
    ['children that are no list', child({ name: 'A', children: {} }), 'children.0.children: form'],
    ['an unknown field', child({ name: 'A', stores: 3 }), 'children.0.stores: unknown_field'],
    ['an id that is none', child({ id: 'x', name: 'A' }), 'children.0.id: id'],
    ['an id outside this tree', child({ id: 99, name: 'A' }), 'children.0.id: not_yours'],
    ['the top below itself', child({ id: 1, name: 'A' }), 'children.0.id: twice'],
    ['another top', { id: 2, name: 'North' }, 'id: top'],
  ])('%s', (_, document, expected) => {
    expect(faults(document)).toEqual([expected])
  })

  test('an id and a name that occur twice', () => {
    const document = {
      name: 'F',
      children: [
        { id: 2, name: 'A' },
        { id: 2, name: 'A' },
      ],
    }
    expect(faults(document)).toEqual(['children.1.name: same_name', 'children.1.id: twice'])
  })

  test('one level too many, however deep it continues', () => {
    let deep: object = { name: 'x' }
    for (let level = 0; level < 50_000; level++) deep = { name: 'x', children: [deep] }
    expect(faults({ name: 'F', children: [{ name: 'A', children: [{ name: 'B' }] }] }, 1)).toEqual([
      'children.0.children: too_deep',
    ])
    expect(faults(deep)).toEqual([`${'children.0.'.repeat(6)}children: too_deep`])
  })

  test('more departments than are accepted', () => {
    const children = Array.from({ length: 6_000 }, (_, index) => ({ name: `D${index}` }))
    expect(faults({ name: 'F', children })).toEqual(['children.4999: too_many'])
  })
})
