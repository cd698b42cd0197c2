import type { Parameter } from '@coldkeep/domain/parameters/parameter'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { draftOf, type FileDraft, faultsOfDraft, refusedCodes, takenValues, valuesOf } from './file-draft'

const t = createTranslator('en')
const parameter = (code: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{
    code,
    name: code,
    note: '',
    unit: '°C',
    group: 'regulation',
    isSetPoint: false,
    lowest: -40,
    highest: 20,
    step: 0.1,
  },
  ...{ factoryValue: -18, applyOrder: 0, source: '' },
  ...more,
})
const set = parameter('set')
const end = parameter('end', { group: 'defrost', lowest: 0, highest: 110, step: 0.5 })
const parameters = [set, end]
const value = (number: number | null) => ({ value: number, reason: '', isLocked: false })
const draft = (values: FileDraft['values'], kind: FileDraft['kind'] = 'all'): FileDraft => ({
  ...{
    name: 'A',
    kind,
    fridgeBrandId: null,
    fridgeTypeId: null,
    fridgeLocationId: null,
    values,
    firmwareFrom: null,
    firmwareTo: null,
  },
})
const faultsIn = (of: FileDraft, locked: { code: string; value: number; owner: string }[] = []) =>
  Object.fromEntries(
    [...faultsOfDraft(of, { parameters, locked }, 'en', t)].map(([code, words]) => [
      code,
      words.replace(/\s/g, ' '),
    ]),
  )

test('what is sent is in the order of the model, without what is left open', () => {
  const values = { gone: value(1), end: value(8), set: { value: -20, reason: ' Ice ', isLocked: true } }
  expect(valuesOf(draft({ ...values, other: value(null) }), parameters)).toEqual([
    { code: 'set', value: -20, reason: 'Ice', isLocked: true },
    { code: 'end', value: 8, reason: '', isLocked: false },
    { code: 'gone', value: 1, reason: '', isLocked: false },
  ])
})

test('each value that a controller cannot keep says what it takes instead', () => {
  expect(faultsIn(draft({ set: value(-20.05), end: value(110.5), gone: value(1) }))).toEqual({
    set: 'In steps of 0.1 °C',
    end: 'Between 0.0 °C and 110.0 °C',
    gone: 'The model does not have this parameter',
  })
  expect(faultsIn(draft({ end: value(8) }, 'regulation'))).toEqual({ end: 'Not of this kind of file' })
  expect(faultsIn(draft({ set: value(Number.NaN) }))).toHaveProperty('set')
  expect(faultsIn(draft({ set: value(-20), end: value(8) }))).toEqual({})
})

test('what a department above has locked cannot be set otherwise', () => {
  const locked = [{ code: 'set', value: -22, owner: 'Frostline' }]
  expect(faultsIn(draft({ set: value(-20) }), locked)).toEqual({ set: 'Locked by Frostline: −22.0 °C' })
  expect(faultsIn(draft({ set: value(-22) }), locked)).toEqual({})
  expect(faultsIn(draft({}), locked)).toEqual({})
})

test('a refusal of the service is for the parameter at its place', () => {
  const values = valuesOf(draft({ set: value(-20), end: value(8) }), parameters)
  expect(refusedCodes({ 'values.1.value': 'choice', name: 'format' }, values)).toEqual(['end'])
})

test('values are taken over where the file and the controller can hold them, and differ', () => {
  const own = draft({ set: { value: -20, reason: 'Ice', isLocked: true } })
  const others = new Map([
    ['set', { value: -21 }],
    ['end', { value: 8.2 }],
    ['gone', { value: 1 }],
  ])
  expect([...takenValues(own, { parameters, locked: [] }, others)]).toEqual([
    ['set', { value: -21, reason: 'Ice', isLocked: true }],
  ])
  const locked = [{ code: 'set', value: -22, owner: 'Frostline' }]
  expect(takenValues(own, { parameters, locked }, others).size).toBe(0)
  expect(takenValues(own, { parameters, locked: [] }, new Map([['set', { value: -20 }]])).size).toBe(0)
})

test('a file is edited as it was saved', () => {
  const saved = [{ code: 'set', value: -20, reason: 'Ice', isLocked: true }]
  const profile = { ...draft({}), name: 'Freezers' }
  expect(draftOf({ profile: profile as never, values: saved }).values).toEqual({
    set: { value: -20, reason: 'Ice', isLocked: true },
  })
})
