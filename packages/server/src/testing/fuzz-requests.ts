import type { Method } from '@coldkeep/contract/call'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import fc, { type Arbitrary } from 'fast-check'
import { openApiDocument } from '../http/openapi'

type Json = Readonly<Record<string, unknown>>

/** One request that was made up. */
export interface FuzzRequest {
  readonly operation: string
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A text is sent as it is, although it is called JSON. */
  readonly body: unknown
}

/** What goes wrong where a program is careless. */
const hostile = [
  '',
  ' ',
  '\0',
  '\u202e\u0000\ufeff',
  '\ud800',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "=cmd|'/c calc'!A1",
  '../../../../etc/passwd',
  '..%2f..%2f',
  'C:\\Windows\\win.ini',
  "1' or '1'='1",
  "'; drop table account; --",
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '$(id)',
  'a\r\nset-cookie: b=c',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  '١٢٣',
  '2026-02-30T00:00:00',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '__proto__',
  'constructor',
  'toString',
  '🧊'.repeat(50),
  'x'.repeat(10_000),
] as const

const oddNumbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  1e21,
  1e308,
  5e-324,
  32_768,
  400,
]
const oddTexts = [
  '{',
  '[',
  '"',
  'nul',
  '{"a":}',
  '[]',
  '"text"',
  '7',
  'null',
  '{"__proto__":{"a":1}}',
  '[[[['.repeat(500),
]

/** Requests over all operations of the description. @param known values that mean something to the server */
export function fuzzRequests(known: readonly string[]): readonly Arbitrary<FuzzRequest>[] {
  const texts = textOf(known)
  return Object.entries(describedPaths()).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestOf(path, method, operation, texts)),
  )
}

let described: Record<string, Record<string, Json>> | null = null

/** The operations of the description by path and method; describing them all takes longer than many a test. */
export function describedPaths(): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  described ??= openApiDocument('tests').paths as Record<string, Record<string, Json>>
  return described
}

function requestOf(
  path: string,
  method: string,
  operation: Json,
  texts: Arbitrary<string>,
): Arbitrary<FuzzRequest> {
  const parameters = (operation.parameters ?? []) as Json[]
  const fields = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [String(name), anyOf(schema as Json, texts).map(asText)]),
      ),
      place === 'query' ? { requiredKeys: [] } : {},
    ) as Arbitrary<Record<string, string>>
  const content = (operation.requestBody as { content?: Record<string, Json> } | undefined)?.content
  const schema = content?.['application/json']?.schema as Json | undefined
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 12, arbitrary: anyOf(schema, texts) },
          { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
          { weight: 1, arbitrary: fc.jsonValue() },
        )
  return fc
    .record({
      params: fields('path'),
      query: fields('query'),
      body,
      language: fc.constantFrom('en', 'ja', 'zh-TW', '*', 'xx'),
    })
    .map(({ params, query, body, language }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(wellFormed(params[name] ?? '')),
      )
      const search = new URLSearchParams(query).toString()
      return {
        operation: String(operation.operationId),
        method: method.toUpperCase() as FuzzRequest['method'],
        path: search === '' ? filled : `${filled}?${search}`,
        headers: { language },
        body,
      }
    })
}

/** Mostly what the schema asks for, now and then anything. */
function anyOf(schema: Json, texts: Arbitrary<string>): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 7, arbitrary: fittingOf(schema, texts) },
    { weight: 2, arbitrary: texts },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom<unknown>(null, true, [], {}, ...oddNumbers), fc.jsonValue()),
    },
  )
}

function fittingOf(schema: Json, texts: Arbitrary<string>): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fittingOf(choice, texts)))
  switch (schema.type) {
    case 'string':
      return texts
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -5, max: 500 }), fc.constantFrom(...oddNumbers))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const places = schema.prefixItems as Json[] | undefined
      if (places !== undefined) return fc.tuple(...places.map((place) => anyOf(place, texts)))
      return fc.array(anyOf((schema.items ?? {}) as Json, texts), { maxLength: 4 })
    }
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => [
            name,
            anyOf(field, texts),
          ]),
        ),
        {
          requiredKeys: ((schema.required ?? []) as string[]).filter(
            (name) => name in ((schema.properties ?? {}) as Json),
          ),
        },
      )
    default:
      return fc.jsonValue()
  }
}

function textOf(known: readonly string[]): Arbitrary<string> {
  const sound = [
    'all',
    '+08:00',
    '2026-11-20T00:00:00',
    '2026-11-20T23:59:59',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20',
  ]
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known, ...sound, ...pageKeys.slice(0, 4), '1', '2', '50') },
    { weight: 3, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  )
}

/** A made-up object may have a `toString` that is none. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function wellFormed(text: string): string {
  const sound = text.replace(/\p{Surrogate}/gu, '\ufffd')
  return sound === '' || /^\.{1,2}$/.test(sound) ? '%20' : sound
}
