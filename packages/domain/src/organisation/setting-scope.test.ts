import { expect, test } from 'vitest'
import type { DepartmentId, StoreId } from '../ids'
import { nearestSetting, placeAbove, type SettingPlace, settingsByScope } from './setting-scope'

const company = 1 as DepartmentId
const north = 2 as DepartmentId
const shop = 7 as StoreId
const settings = settingsByScope([
  { scope: { kind: 'default' }, name: 'default' },
  { scope: { kind: 'department', departmentId: company }, name: 'company' },
  { scope: { kind: 'department', departmentId: north }, name: 'north' },
  { scope: { kind: 'store', storeId: shop }, name: 'shop' },
  // a store and a department of the same number are two places
  { scope: { kind: 'store', storeId: 2 as StoreId }, name: 'store 2' },
])
const found = (place: SettingPlace) => nearestSetting(settings, place)?.name

test('a place’s own setting comes first, then the nearest department above, then the default', () => {
  expect(found({ storeId: shop, departmentIds: [company, north] })).toBe('shop')
  expect(found({ storeId: 8 as StoreId, departmentIds: [company, north] })).toBe('north')
  expect(found({ storeId: null, departmentIds: [company, 3 as DepartmentId] })).toBe('company')
  expect(found({ storeId: null, departmentIds: [9 as DepartmentId] })).toBe('default')
  expect(nearestSetting(settingsByScope([]), { storeId: shop, departmentIds: [company] })).toBeNull()
})

test('a store inherits from its department, a department from the one above it', () => {
  expect(found(placeAbove({ storeId: shop, departmentIds: [company, north] }))).toBe('north')
  expect(found(placeAbove({ storeId: null, departmentIds: [company, north] }))).toBe('company')
  expect(found(placeAbove({ storeId: null, departmentIds: [company] }))).toBe('default')
})
