import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Department } from '@coldkeep/domain/organisation/department'
import { describe, expect, test } from 'vitest'
import { cascadeLevels, chooseIn, findDepartments, followPath, pathOf, pathText } from './department-path'

const department = (id: number, name: string, children: Department[] = []): Department => ({
  id: id as DepartmentId,
  name,
  children,
})
const ids = (...numbers: number[]) => numbers as DepartmentId[]
const names = (found: readonly Department[]) => found.map((one) => one.name)

const chain = department(1, 'Chain', [
  department(2, '北區', [department(4, '信義課'), department(5, '松山課')]),
  department(3, '南區'),
])

describe('organisation cascade', () => {
  test('only the first level shows before anything is chosen, and it offers the whole', () => {
    const levels = cascadeLevels(chain, [])
    expect(levels.map((level) => [names(level.options), level.chosen])).toEqual([
      [['Chain', '北區', '南區'], null],
    ])
    expect(cascadeLevels(chain, ids(1)).map((level) => level.chosen?.name)).toEqual(['Chain'])
  })

  test('a choice shows the next level where there is one', () => {
    const levels = cascadeLevels(chain, ids(1, 2))
    expect(levels.map((level) => [names(level.options), level.chosen?.name ?? null])).toEqual([
      [['Chain', '北區', '南區'], '北區'],
      [['信義課', '松山課'], null],
    ])
    expect(cascadeLevels(chain, ids(1, 3))).toHaveLength(1)
  })

  test('choosing a level drops everything below it', () => {
    const [first, second] = cascadeLevels(chain, ids(1, 2, 4))
    expect(chooseIn(first!, 3 as DepartmentId)).toEqual([1, 3])
    expect(chooseIn(first!, 1 as DepartmentId)).toEqual([1])
    expect(chooseIn(first!, null)).toEqual([])
    expect(chooseIn(second!, 5 as DepartmentId)).toEqual([1, 2, 5])
    expect(chooseIn(second!, null)).toEqual([1, 2])
  })

  test('a path is followed as far as it exists', () => {
    expect(names(followPath(chain, ids(1, 2, 99)))).toEqual(['Chain', '北區'])
    expect(followPath(chain, ids(2))).toEqual([])
  })

  test('a path that begins above the own top is followed from there', () => {
    const north = chain.children[0] as Department
    expect(names(followPath(north, ids(1, 2, 5)))).toEqual(['北區', '松山課'])
    expect(cascadeLevels(north, ids(1, 2, 5)).map((level) => [level.above, level.chosen?.name])).toEqual([
      [[2], '松山課'],
    ])
  })

  test('a department is found by any part of its way', () => {
    expect(findDepartments(chain, '信義').map((found) => found.path)).toEqual([[1, 2, 4]])
    expect(findDepartments(chain, '北區 松').map((found) => found.names)).toEqual([
      ['Chain', '北區', '松山課'],
    ])
    expect(findDepartments(chain, 'CHAIN', 2)).toHaveLength(2)
  })

  test('the address holds the path, and only a path', () => {
    expect(pathText(ids(1, 2, 4))).toBe('1.2.4')
    expect(pathOf('1.2.4')).toEqual([1, 2, 4])
    expect(['', '1..2', '1.a', '1.2.3.4.5.6.7.8', '../1'].map(pathOf)).toEqual([[], [], [], [], []])
  })
})
