import type { DepartmentId, StoreId, VendorId } from '@coldkeep/domain/ids'
import { describe, expect, test } from 'vitest'
import {
  NO_TARGET,
  numbersIn,
  type TargetDraft,
  targetFault,
  targetsOf,
  withoutStoreMarks,
} from './target-draft'

describe('numbers out of a pasted text', () => {
  test.each([
    ['one per line', 'A0012\nA0013\r\n', ['A0012', 'A0013']],
    ['cells of a sheet', 'A0012\tA0013\t\tA0014', ['A0012', 'A0013', 'A0014']],
    ['commas, semicolons, bars', 'A0012,A0013; A0014|A0015', ['A0012', 'A0013', 'A0014', 'A0015']],
    ['marks of Chinese and Japanese', 'A0012、A0013，A0014；A0015。', ['A0012', 'A0013', 'A0014', 'A0015']],
    ['quotes', '"A0012","A0013"', ['A0012', 'A0013']],
    ['wide figures and blanks', 'Ａ００１２　A0013', ['A0012', 'A0013']],
    ['marks within a number', 'TPE-01_2/3 A.4', ['TPE-01_2/3', 'A.4']],
    ['a number twice', 'A0012 A0012', ['A0012', 'A0012']],
    ['nothing', ' \n,;', []],
  ])('%s', (_, text, numbers) => {
    expect(numbersIn(text)).toEqual(numbers)
  })
})

const marks: TargetDraft['marks'] = [
  { kind: 'department', id: 7 as DepartmentId, isIn: true },
  { kind: 'department', id: 8 as DepartmentId, isIn: false },
  { kind: 'store', id: 11 as StoreId, departmentId: 7 as DepartmentId, terminals: 1, isIn: false },
  { kind: 'store', id: 12 as StoreId, departmentId: 8 as DepartmentId, terminals: 1, isIn: true },
]

test('what is said of the tree is sent with the vendor', () => {
  expect(targetsOf({ ...NO_TARGET, marks, vendorId: 3 as VendorId })).toEqual({
    departments: [7],
    stores: [12],
    withoutDepartments: [8],
    withoutStores: [11],
    numbers: [],
    vendorId: 3,
  })
})

test('a list is sent as it was pasted, whatever was chosen in the tree', () => {
  const draft = { ...NO_TARGET, by: 'list' as const, marks, text: 'B2 A1 B2' }
  expect(targetsOf(draft)).toMatchObject({ departments: [], stores: [], numbers: ['B2', 'A1', 'B2'] })
})

test('single stores are chosen again for another type or vendor', () => {
  expect(withoutStoreMarks({ ...NO_TARGET, marks }).marks).toEqual(marks.slice(0, 2))
})

test('what is missing or cannot be sent has a reason', () => {
  expect(targetFault(NO_TARGET)).toEqual({ why: 'places' })
  // without anything that is in, what is out says nothing
  expect(targetFault({ ...NO_TARGET, marks: marks.slice(1, 3) })).toEqual({ why: 'places' })
  const list = (text: string) => targetFault({ ...NO_TARGET, by: 'list', text })
  expect(list(' ')).toEqual({ why: 'numbers' })
  // a number has 40 letters at most, a job 20,000 numbers
  const long = '9'.repeat(41)
  expect(list(`A1 ${long}`)).toEqual({ why: 'tooLong', number: long })
  expect(list('9'.repeat(40))).toBeNull()
  expect(list('A1 '.repeat(20_001))).toEqual({ why: 'tooMany', most: 20_000 })
  expect(list('A1 '.repeat(20_000))).toBeNull()
})
