import { type StoreSettings, storeTexts } from '@coldkeep/contract/areas/store-settings'
import { warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { cellLimits } from '@coldkeep/domain/organisation/store-cells'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { answerFaults } from './answer-faults'
import { missingIn, setupSteps } from './setup-steps'

const t = createTranslator('en')
const inherited = {
  isOwn: false,
  isEnabled: true,
  x: null,
  minutes: null,
  intensity: null,
  windowHours: null,
}
const freezer = {
  key: '17',
  terminal: 'TB-0001',
  port: null,
  unitId: 3,
  name: 'Freezer',
  type: 'walk_in',
  zone: 'FZ',
  brand: 'Carel',
  model: 'IR33',
  contractedKw: null,
  demandIntervalMinutes: null,
  fridgeBrandId: null,
  fridgeTypeId: null,
  fridgeLocationId: null,
  isRetired: false,
  isInsured: false,
  insuredFrom: '',
  insuredUntil: '',
} as const

const whole = {
  departmentId: '1',
  newDepartment: '',
  store: {
    ...Object.fromEntries(storeTexts.map((column) => [column, ''])),
    code: 'N001',
    name: 'North',
    country: 'TW',
    time_zone: 'Asia/Taipei',
  },
  terminals: [],
  targets: [],
  devices: [freezer],
  loss: { isOwn: false, periodMinutes: null, thresholdMinutes: null },
  warnings: Object.fromEntries(warningKinds.map((kind) => [kind, inherited])),
} as unknown as StoreSettings

const faults = (changed: object) => answerFaults({ ...whole, ...changed }, t)
const store = (texts: object) => ({ store: { ...whole.store, ...texts } })

test('whole answers have no fault, and no step misses anything', () => {
  expect(faults({})).toEqual({})
  expect(setupSteps.map((step) => missingIn(step, {}, t))).toEqual(setupSteps.map(() => null))
})

test('each empty answer that a store needs is Required, whatever else is wrong', () => {
  const nothing = {
    departmentId: null,
    ...store({ code: '', name: '', country: '', time_zone: '', phone: 'by letter' }),
    devices: [{ ...freezer, isInsured: true, insuredUntil: '2027-01-31' }],
    loss: { isOwn: true, periodMinutes: null, thresholdMinutes: 30 },
    warnings: { ...whole.warnings, falling: { ...inherited, isOwn: true, x: 10, minutes: 5 } },
  }
  const { 'store.phone': phone, ...empty } = faults(nothing)
  expect(phone).toBe(t('organisation.stores.fault.phone'))
  expect(empty).toEqual({
    departmentId: 'Required',
    'store.code': 'Required',
    'store.name': 'Required',
    'store.country': 'Required',
    'store.time_zone': 'Required',
    'devices.17.insuredFrom': 'Required',
    'loss.periodMinutes': 'Required',
    'warnings.falling.windowHours': 'Required',
  })
  expect(missingIn('services', faults(nothing), t)).toBe('Enter the insurance period')
  expect(missingIn('network', faults(nothing), t)).toBeNull()
})

test('a retired device needs no days any more', () => {
  expect(faults({ devices: [{ ...freezer, isInsured: true, isRetired: true }] })).toEqual({})
})

test('what a draft is not kept with is named at its field', () => {
  expect(faults({ newDepartment: 'x'.repeat(201) })).toEqual({ newDepartment: 'At most 200 characters' })
  expect(Object.keys(faults({ devices: [{ ...freezer, contractedKw: -1 }] }))).toEqual([
    'devices.17.contractedKw',
  ])
})

test.each(storeTexts)('%s is refused from its limit on', (column) => {
  const long = 'x'.repeat(cellLimits(column).maxLength + 1)
  expect(faults(store({ [column]: long }))).toHaveProperty([`store.${column}`])
})

test('a day that does not exist is a fault', () => {
  expect(faults(store({ opening_date: '2026-02-30' }))).toEqual({
    'store.opening_date': t('organisation.stores.fault.date'),
  })
})
