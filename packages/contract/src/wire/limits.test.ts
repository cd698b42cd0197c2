import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limitsIn, limitsOf } from './limits'
import { line } from './line'
import { rowsOf } from './row'
import { rowCodec } from './row-codec'

const unitText = z.codec(z.string().check(z.regex(/^\d{1,3}$/)), z.int().check(z.gte(1), z.lte(247)), {
  decode: Number,
  encode: String,
})

test('lengths of texts and bounds of numbers', () => {
  expect(limitsOf(line(1, 80))).toEqual({ minLength: 1, maxLength: 80 })
  expect(limitsOf(z.string().check(z.length(6)))).toEqual({ minLength: 6, maxLength: 6 })
  expect(limitsOf(z.int().check(z.gte(0), z.lte(23)))).toEqual({ step: 1, min: 0, max: 23 })
  expect(limitsOf(z.number().check(z.multipleOf(0.5), z.lte(60)))).toEqual({ step: 0.5, max: 60 })
  expect(limitsOf(z.string())).toEqual({})
  expect(limitsOf(z.enum(['a', 'b']))).toEqual({})
})

test('a bound that may not be reached is none that a form can name', () => {
  expect(limitsOf(z.number().check(z.gt(0), z.lt(1)))).toEqual({})
})

test('what may be left out or travels otherwise has the limits of its value here', () => {
  expect(limitsOf(z.optional(z.nullable(line(0, 300))))).toEqual({ minLength: 0, maxLength: 300 })
  expect(limitsOf(z._default(line(0, 40), ''))).toEqual({ minLength: 0, maxLength: 40 })
  expect(limitsOf(unitText)).toEqual({ step: 1, min: 1, max: 247 })
})

test('fields are found by name, in rows of cells as well, and the outermost of a name counts', () => {
  const row = rowCodec<{ readonly name: string; readonly unitId: number }>()([
    ['name', line(1, 8)],
    ['unitId', unitText],
  ])
  const limits = limitsIn(z.object({ rows: rowsOf(row.codec), name: line(1, 4) }))
  expect(Object.fromEntries(limits)).toEqual({
    rows: { minLength: 1, maxLength: 200 },
    name: { minLength: 1, maxLength: 4 },
    unitId: { step: 1, min: 1, max: 247 },
  })
})

test('a schema that holds itself is read once', () => {
  const part: z.ZodMiniType = z.object({
    title: line(1, 9),
    get parts() {
      return z.array(part)
    },
  })
  expect(limitsIn(part).get('title')).toEqual({ minLength: 1, maxLength: 9 })
})
