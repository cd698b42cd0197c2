import { issuesIn } from '@coldkeep/contract/wire/issues'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { faultsOfIssues, faultsOfRefusal } from './field-faults'

const t = createTranslator('en')
const fields = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'replyBytes', label: 'Reply length', kind: 'number', position: 1 },
  { key: 'note', label: 'Note', kind: 'text' },
] as const
const list = z.array(
  z.object({
    name: z.string().check(z.minLength(1), z.maxLength(4)),
    replyBytes: z.int().check(z.lte(256)),
    note: z.string(),
  }),
)
const issuesOf = (values: object) => issuesIn(list, [values])
const faults = (values: { name: string; replyBytes: number | null; note: string }) =>
  faultsOfIssues(issuesOf(values), fields, values, t)

test('an empty field is required, a wrong value is shown its limit', () => {
  expect(faults({ name: '', replyBytes: null, note: '' })).toEqual({
    name: 'Required',
    replyBytes: 'Required',
  })
  expect(faults({ name: 'Carel', replyBytes: 300, note: '' })).toEqual({
    name: 'At most 4 characters',
    replyBytes: 'At most 256',
  })
  expect(faults({ name: 'A', replyBytes: 1.5, note: '' })).toEqual({ replyBytes: 'Enter a whole number' })
  expect(faults({ name: 'A', replyBytes: 256, note: '' })).toEqual({})
})

test('a refusal is shown at the field that it names: by name, in the style of the wire, or by place in the row', () => {
  expect(faultsOfRefusal({ 'rows.0.name': 'length' }, fields, t)).toEqual({
    name: 'The text is too short or too long.',
  })
  expect(faultsOfRefusal({ reply_bytes: 'range' }, fields, t)).toEqual({
    replyBytes: 'The value is outside the allowed range.',
  })
  expect(faultsOfRefusal({ 'rows.0.row.1': 'range' }, fields, t)).toEqual({
    replyBytes: 'The value is outside the allowed range.',
  })
})

test('a refusal of a whole row or of something else names no field', () => {
  expect(faultsOfRefusal({ 'rows.1': 'type', store: 'missing' }, fields, t)).toEqual({})
})
