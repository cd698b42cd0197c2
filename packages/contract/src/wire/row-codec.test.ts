import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowCodec } from './row-codec'

interface Draft {
  readonly name: string
  readonly bytes: number
  readonly isSigned: boolean
  readonly lowest: number | null
}

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(8))
/** A whole number that is text in the row. */
const bytes = z.codec(z.string().check(z.regex(/^\d+$/)), z.int().check(z.lte(256)), {
  decode: Number,
  encode: String,
})
const lowest = z.nullable(z.number())
const row = rowCodec<Draft>()([
  ['name', name],
  ['bytes', bytes],
  ['isSigned', z.boolean()],
  ['lowest', z._default(lowest, null)],
])

const draft = { name: 'T1', bytes: 7, isSigned: true, lowest: -18.5 }

test('a list of cells is read by name and written in its order', () => {
  expect(z.decode(row.codec, [' T1 ', '7', true, -18.5])).toEqual(draft)
  expect(z.encode(row.codec, draft)).toEqual(['T1', '7', true, -18.5])
})

test('the order is that of the cells, whatever the object is like, and nothing else travels', () => {
  const reversed = { id: 3, lowest: null, isSigned: false, bytes: 0, name: 'T2' }
  expect(z.encode(row.codec, reversed)).toEqual(['T2', '0', false, null])
})

test('a last cell that has a default may be left out, and no other', () => {
  const shorter = row.cells as z.ZodMiniType<unknown, unknown>
  expect(z.parse(shorter, ['T1', '7', true])).toEqual(['T1', 7, true, null])
  expect(z.safeParse(shorter, ['T1', '7']).success).toBe(false)
  expect(z.safeParse(shorter, ['T1', '7', true, null, 1]).success).toBe(false)
})

test('what is wrong is named by its place on the wire and by its name in a draft', () => {
  const pathsOf = ({ error }: { readonly error?: z.core.$ZodError | undefined }) =>
    error?.issues.map(({ path }) => path)
  expect(pathsOf(z.safeDecode(row.codec, ['', 'x', true, null]))).toEqual([[0], [1]])
  expect(pathsOf(z.safeEncode(row.codec, { ...draft, name: '', bytes: 257 }))).toEqual([['name'], ['bytes']])
})

test('a draft holds values, not their texts, and all of them', () => {
  expect(z.parse(row.draft, draft)).toEqual(draft)
  expect(z.safeParse(row.draft, { ...draft, bytes: '7' }).success).toBe(false)
  const { lowest: _, ...without } = draft
  expect(z.safeParse(row.draft, without).success).toBe(false)
})

test('each field has its place', () => {
  expect(row.place).toEqual({ name: 0, bytes: 1, isSigned: 2, lowest: 3 })
})

test('cells that are not those of the draft do not compile', () => {
  const pair = rowCodec<{ readonly name: string; readonly bytes: number }>()
  const nameCell = ['name', name] as const
  const bytesCell = ['bytes', bytes] as const
  expect(pair([bytesCell, nameCell]).place).toEqual({ bytes: 0, name: 1 })
  // @ts-expect-error a field is forgotten
  pair([nameCell])
  // @ts-expect-error a field has two cells
  pair([nameCell, bytesCell, nameCell])
  // @ts-expect-error a name is misspelt
  pair([nameCell, ['byte', bytes]])
  // @ts-expect-error there is no such field
  pair([nameCell, bytesCell, ['note', name]])
  // @ts-expect-error a cell carries something else
  pair([nameCell, ['bytes', z.string()]])
  // @ts-expect-error a cell carries more than its field holds
  pair([nameCell, ['bytes', z.nullable(z.int())]])
  // @ts-expect-error a cell carries less than its field holds
  pair([bytesCell, ['name', z.literal('T1')]])
  // @ts-expect-error a draft would hold the text of a codec that is wrapped
  rowCodec<{ readonly bytes: number | null }>()([['bytes', z.nullable(bytes)]])
})
