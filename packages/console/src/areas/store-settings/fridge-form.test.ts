import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { fridgeFields } from './fridge-form'
import { pathWords } from './setting-words'

const t = createTranslator('en')
const settings = { devices: [{ key: 'n1', name: 'Island' }], terminals: [], targets: null } as never

test('the form of a device asks once where it is, and leaves its contract to the services', () => {
  const fields = fridgeFields({ models: {}, terminals: [] })(t)
  expect(fields.map(({ key }) => key)).toEqual([
    ...['terminal', 'port', 'unitId', 'name', 'type', 'zone', 'brand', 'model'],
    ...['fridgeBrandId', 'fridgeTypeId', 'fridgeLocationId', 'isInsured'],
  ])
})

test('an answer that someone else changed is named as in its form', () => {
  expect(pathWords(['devices', 'n1', 'unitId'], settings, t)).toBe('Island · Unit ID')
  expect(pathWords(['devices', 'n1', 'isInsured'], settings, t)).toBe('Island · Insured')
  expect(pathWords(['departmentId'], settings, t)).toBe('Department')
})
