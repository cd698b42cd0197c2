import { expect, test } from 'vitest'
import { medianOfTenths, packTenths } from './median-tenths'

test('two bytes each, the lowest first: 40.0, 72.2 and 100.0 are 0190, 02d2 and 03e8', () => {
  expect(Buffer.from(packTenths([72.24, 100, 40])).toString('hex')).toBe('019002d203e8')
})

test('the middle of scores of several stores, of an even number the lower', () => {
  const stores = [packTenths([96, 40]), packTenths([72.2]), packTenths([])]
  expect(medianOfTenths(Buffer.concat(stores))).toEqual({ score: 72.2, count: 3 })
  expect(medianOfTenths(Buffer.concat([...stores, packTenths([0])]))).toEqual({ score: 40, count: 4 })
  expect(medianOfTenths(packTenths([]))).toBeNull()
})
