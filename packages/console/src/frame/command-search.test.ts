import type { DepartmentId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import { fits, pathTo } from './command-search'

const id = (number: number) => number as DepartmentId

test('all searched words must be found, in any order and any name', () => {
  expect(fits('rate conn', ['Device connection rate', '/DeviceConnectionRate'])).toBe(true)
  expect(fits('rate alarm', ['Device connection rate'])).toBe(false)
})

test('a page is found by its name in another language and by full-width letters', () => {
  expect(fits('連線率', ['Device connection rate', '設備連線率'])).toBe(true)
  expect(fits('ＦＡＱ', ['FAQ'])).toBe(true)
})

test('the way to a department names every level above it', () => {
  const top = {
    id: id(1),
    name: 'Company',
    children: [{ id: id(2), name: 'North', children: [{ id: id(5), name: 'Taipei', children: [] }] }],
  }
  expect(pathTo(top, id(5))).toEqual([1, 2, 5])
  expect(pathTo(top, id(9))).toBeNull()
})
