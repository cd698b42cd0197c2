import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { issuesIn } from './issues'
import { line } from './line'
import { rowsOf } from './row'
import { rowCodec } from './row-codec'

const count = z.codec(z.string().check(z.regex(/^\d+$/)), z.int().check(z.lte(9)), {
  decode: Number,
  encode: String,
})
const row = rowCodec<{ readonly name: string; readonly count: number }>()([
  ['name', line(1, 8)],
  ['count', count],
])
const body = z.object({ rows: rowsOf(row.codec), note: z.optional(line(0, 4)) })
const placesOf = (schema: z.ZodMiniType, value: unknown) =>
  issuesIn(schema, value).map(({ path, code }) => `${path.join('.')} ${code}`)

test('nothing is wrong with what can be sent', () => {
  expect(placesOf(body, { rows: [{ name: 'A', count: 9 }], note: 'four' })).toEqual([])
  expect(placesOf(body, { rows: [{ name: 'A', count: 9 }] })).toEqual([])
})

test('a value of the wrong type hides nothing beside it', () => {
  expect(placesOf(body, { rows: [{ name: '', count: null }], note: 'five!' })).toEqual([
    'rows.0.name too_small',
    'rows.0.count invalid_type',
    'note too_big',
  ])
})

test('rows keep their places', () => {
  const rows = [
    { name: 'A', count: 1 },
    { name: 'B', count: 10 },
  ]
  expect(placesOf(body, { rows })).toEqual(['rows.1.count too_big'])
})

test('what concerns the whole is judged once its parts are right', () => {
  const span = z.object({ low: z.number(), high: z.number() }).check(z.refine(({ low, high }) => low < high))
  expect(placesOf(span, { low: null, high: 1 })).toEqual(['low invalid_type'])
  expect(placesOf(span, { low: 2, high: 1 })).toEqual([' custom'])
  expect(placesOf(body, { rows: [] })).toEqual(['rows too_small'])
})

test('a codec is judged by what it makes, and by what travels where that says more', () => {
  const open = z.codec(z.object({ title: line(1, 4) }), z.custom<{ readonly name: string }>(), {
    decode: ({ title }) => ({ name: title }),
    encode: ({ name }) => ({ title: name }),
  })
  expect(placesOf(open, { name: '' })).toEqual(['title too_small'])
})

test('of several shapes the one that the value says it has; else what is wrong in each', () => {
  const port = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('serial'), id: line(1, 4), path: line(1, 8) }),
    z.object({ kind: z.literal('tcp'), id: line(1, 4), host: line(1, 8), port: z.int() }),
  ])
  expect(placesOf(port, { kind: 'tcp', id: '', host: '', port: null })).toEqual([
    'id too_small',
    'host too_small',
    'port invalid_type',
  ])
  expect(placesOf(port, { kind: null, id: '' })).toEqual(['kind invalid_value', 'id too_small'])
})
