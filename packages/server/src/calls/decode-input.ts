import type { AnyCall } from '@coldkeep/contract/call'
import { isBytes } from '@coldkeep/contract/content'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import { namesFromWire, pathToWire, wireNameOf } from '@coldkeep/contract/wire/dialect'
import * as z from 'zod/mini'
import type { Received } from './context'

type Issue = z.core.$ZodIssue
/** Of a body. */
const DEEPEST = 100

type Fields = Record<string, FieldProblem>

interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Reads what a caller sent with the codecs of the call.
 * @throws Problem `request.malformed` or `request.unknown_field`, naming the fields. Those of the body appear
 * under their own name, the others behind `params.` and `query.`. Unknown query names are left alone, as are
 * bytes. A blank parameter of the query (`depart=`) is an absent one.
 */
export function decodeInput<C extends AnyCall>(call: C, raw: RawInput): Received<C> {
  const shape = isBytes(call.body) ? null : call.body
  const body = shape === null ? raw.body : (raw.body ?? {})
  const unknown = shape === null ? [] : unknownFields(shape, body, '')
  if (unknown[0] !== undefined) {
    const fields = Object.fromEntries(unknown.map((field) => [field, 'unknown' as const]))
    throw new Problem('request.unknown_field', { field: unknown[0] }, fields)
  }
  const fields: Fields = {}
  const input = {
    params: decodePart(call.params, raw.params, 'params.', fields),
    query: decodePart(call.query, withoutBlanks(raw.query), 'query.', fields),
    body: shape === null ? body : decodePart(shape, body, '', fields),
  }
  if (Object.keys(fields).length > 0) throw new Problem('request.malformed', {}, fields)
  return input as Received<C>
}

function withoutBlanks(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  return Object.fromEntries(
    Object.entries(query).filter(([, text]) => typeof text !== 'string' || text.trim() !== ''),
  )
}

function decodePart(schema: z.ZodMiniType, value: unknown, prefix: string, fields: Fields): unknown {
  for (const path of pathsOfUnstorable(value, [])) fields[nameOf(prefix, path)] = 'format'
  const decoded = z.safeDecode(schema, namesFromWire(schema, value) as never)
  if (decoded.success) return decoded.data
  for (const issue of decoded.error.issues) {
    const path = pathToWire(schema, issue.path)
    fields[nameOf(prefix, path)] ??= fieldProblemOf(issue, valueAt(value, path))
  }
  return undefined
}

/** What is wrong with a document that people wrote, field by field. */
export function fieldProblemsOf(
  error: z.core.$ZodError,
  document: unknown,
): ReadonlyMap<string, FieldProblem> {
  const found = new Map<string, FieldProblem>()
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) found.set([...issue.path, key].map(String).join('.'), 'unknown')
      continue
    }
    const path = nameOf('', issue.path)
    if (!found.has(path)) found.set(path, fieldProblemOf(issue, valueAt(document, issue.path)))
  }
  return found
}

function nameOf(prefix: string, path: readonly PropertyKey[]): string {
  return path.length === 0 ? prefix.slice(0, -1) || 'body' : prefix + path.map(String).join('.')
}

function fieldProblemOf(issue: Issue, value: unknown): FieldProblem {
  if (value === undefined) return 'missing'
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'range'
    case 'not_multiple_of':
      return 'range'
    case 'invalid_format':
    case 'custom':
      return 'format'
    case 'invalid_value':
      return 'choice'
    case 'unrecognized_keys':
      return 'unknown'
    case 'invalid_union': {
      const closest = issue.errors.find((issues) => issues[0]?.code !== 'invalid_type')?.[0]
      return closest === undefined ? 'type' : fieldProblemOf(closest as Issue, value)
    }
    default:
      return 'type'
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}

/** Names in a body that its schema does not have. */
function unknownFields(schema: z.ZodMiniType, value: unknown, at: string): string[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodMiniArray && Array.isArray(value)) {
    const element = inner.def.element as z.ZodMiniType
    return value.flatMap((each, index) => unknownFields(element, each, `${at}${index}.`))
  }
  if (!(inner instanceof z.ZodMiniObject)) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const shape = Object.entries(inner.def.shape as Record<string, z.ZodMiniType>)
  const known = new Map(shape.map(([name, field]) => [wireNameOf(name, field), field]))
  const isLoose = inner.def.catchall instanceof z.ZodMiniUnknown
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldSchema = known.get(name)
    if (fieldSchema === undefined) return isLoose ? [] : [at + name]
    return unknownFields(fieldSchema, field, `${at}${name}.`)
  })
}

function unwrapped(schema: z.ZodMiniType): z.ZodMiniType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodMiniType; in?: z.ZodMiniType } }
  const inner = def.innerType ?? def.in
  return inner === undefined ? schema : unwrapped(inner)
}

// PostgreSQL stores neither U+0000 nor half a character in a text; it would fail there as if it were our fault.
const UNSTORABLE = /\0|\p{Surrogate}/u

/** The paths of such texts, names of fields in free documents included. */
function pathsOfUnstorable(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  // nothing that a call takes is so deep, and a mountain of brackets would end in a full stack
  if (path.length > DEEPEST) return [path.slice(0, 1)]
  return Object.entries(value).flatMap(([name, field]) =>
    UNSTORABLE.test(name) ? [path] : pathsOfUnstorable(field, [...path, name]),
  )
}
