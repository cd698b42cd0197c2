import { defineCall } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { wireId } from '@coldkeep/contract/wire/id'
import type { StoreId } from '@coldkeep/domain/ids'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { decodeInput } from './decode-input'

const call = defineCall({
  method: 'POST',
  path: '/api/v2/things/{store}',
  access: 'signed_in',
  summary: 'For the test only.',
  params: z.object({ store: wireId<StoreId>() }),
  query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(3)) }),
  body: z.object({
    note: z._default(z.string(), ''),
    level: z.optional(z.enum(['low', 'high'])),
    count: z.optional(z.int().check(z.gte(0), z.lte(9))),
    rows: z.optional(z.array(z.object({ name: z.string() }))),
    free: z.optional(z.record(z.string(), z.unknown())),
  }),
  answer: z.object({}),
})

function refusal(raw: { params?: unknown; query?: unknown; body?: unknown }): Problem {
  try {
    decodeInput(call, { params: { store: '1' }, query: { key: 'a' }, body: undefined, ...raw })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('not refused')
}

test('what fits is decoded, an absent body is an empty one', () => {
  const raw = { params: { store: '12' }, query: { key: 'a', extra: 'ignored' }, body: undefined }
  expect(decodeInput(call, raw)).toEqual({ params: { store: 12 }, query: { key: 'a' }, body: { note: '' } })
})

test('all wrong fields are named at once, those of the body without a prefix', () => {
  const refused = refusal({
    params: { store: 'x' },
    query: {},
    body: { level: 'middle', count: 10, note: 5, rows: [{ name: 'a' }, {}] },
  })
  expect(refused.code).toBe('request.malformed')
  expect(refused.fields).toEqual({
    'params.store': 'format',
    'query.key': 'missing',
    level: 'choice',
    count: 'range',
    note: 'type',
    'rows.1.name': 'missing',
  })
})

test('a blank query name is an absent one', () => {
  for (const key of ['', ' ']) expect(refusal({ query: { key } }).fields).toEqual({ 'query.key': 'missing' })
  expect(refusal({ body: { level: '' } }).fields).toEqual({ level: 'choice' })
})

test('a text of wrong length, a repeated query name and a body that is no object are distinguished', () => {
  expect(refusal({ query: { key: 'four' } }).fields).toEqual({ 'query.key': 'length' })
  expect(refusal({ query: { key: ['a', 'b'] } }).fields).toEqual({ 'query.key': 'type' })
  expect(refusal({ body: 'text' }).fields).toEqual({ body: 'type' })
  expect(refusal({ body: ['text'] }).fields).toEqual({ body: 'type' })
})

test('a field the call does not know is refused, however deep it is', () => {
  expect(refusal({ body: { color: 1, rows: [{ name: 'a', size: 2 }] } })).toMatchObject({
    code: 'request.unknown_field',
    values: { field: 'color' },
    fields: { color: 'unknown', 'rows.0.size': 'unknown' },
  })
  expect(refusal({ body: JSON.parse('{"__proto__x":1,"constructor":2}') }).code).toBe('request.unknown_field')
})

test.each(['a\0', '\ud800', 'a\udc00b'])('%j is refused before it reaches the database', (text) => {
  expect(refusal({ query: { key: text } }).fields).toEqual({ 'query.key': 'format' })
  expect(refusal({ params: { store: text } }).fields).toEqual({ 'params.store': 'format' })
  expect(refusal({ body: { rows: [{ name: text }] } }).fields).toEqual({ 'rows.0.name': 'format' })
  expect(refusal({ body: { free: { deep: [text] } } }).fields).toEqual({ 'free.deep.0': 'format' })
  expect(refusal({ body: { free: { [text]: 1 } } }).fields).toEqual({ free: 'format' })
})
