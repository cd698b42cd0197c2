import * as z from 'zod/mini'
import { partsOf } from './schema-parts'

/**
 * The names of fields on the wire. Schemas say our own names; a field travels under its name with underscores
 * (`unitId` as `unit_id`), or under the one that {@link as} gives it. Values are translated by the schemas themselves.
 */

type Schema = z.ZodMiniType

const givenNames = new WeakMap<object, string>()

/** A field that travels under another name than its own with underscores. To be outermost: `as('store', z.optional(…))`. */
export function as<Field extends Schema>(wireName: string, field: Field): Field {
  const named = field.clone(field.def) as Field
  givenNames.set(named, wireName)
  return named
}

/** The name under which a field of a schema travels. */
export function wireNameOf(name: string, field: object): string {
  return givenNames.get(field) ?? withUnderscores(name)
}

/** A name of ours in lower case: `unitId` as `unit_id`. */
export function withUnderscores(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** An own value as it travels: values by the schema, then names. */
export function encodeWire<S extends Schema>(schema: S, value: z.output<S>): unknown {
  return namesToWire(schema, z.encode(schema, value as never))
}

/** What arrived as an own value. @throws z.core.$ZodError where it has another shape */
export function decodeWire<S extends Schema>(schema: S, value: unknown): z.output<S> {
  return z.decode(schema, namesFromWire(schema, value) as never)
}

/** The names alone, for values that a schema only describes. What holds no field of another name comes back as it is. */
export function namesToWire(schema: Schema, value: unknown): unknown {
  return renamed(namesOf(schema), 'toWire', value)
}

/** The same back. A field that arrives under our own name, and not under that of the wire, is not there. */
export function namesFromWire(schema: Schema, value: unknown): unknown {
  return renamed(namesOf(schema), 'fromWire', value)
}

/** A way to a field in our names (`['devices', 0, 'unitId']`) in those of the wire; one that a schema lacks gets underscores. */
export function pathToWire(schema: Schema, path: readonly PropertyKey[]): PropertyKey[] {
  const [first, ...rest] = renamedPath(namesOf(schema), 'toWire', path)
  return first === undefined ? [] : [typeof first === 'string' ? withUnderscores(first) : first, ...rest]
}

/** The same back. */
export function pathFromWire(schema: Schema, path: readonly PropertyKey[]): PropertyKey[] {
  return renamedPath(namesOf(schema), 'fromWire', path)
}

interface Field {
  readonly name: string
  readonly schema: object
}

/** How a value is renamed; its parts below it as they declare. `null` instead: neither it nor its parts. */
interface Names {
  /** Of an object: what its fields are called in the other language. */
  readonly toWire: ReadonlyMap<string, Field>
  readonly fromWire: ReadonlyMap<string, Field>
  /** Of every element of a list, by its place in a row, of every value of a record. */
  readonly element: object | null
  readonly places: readonly object[]
  readonly value: object | null
}

type Direction = 'toWire' | 'fromWire'

const known = new WeakMap<object, Names | null>()

/** Parts are looked up when a value has them, since a schema may hold itself. */
function namesOf(schema: object): Names | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  const names = hasOtherNames(schema, new Set()) ? readNames(schema) : null
  known.set(schema, names)
  return names
}

function hasOtherNames(schema: object, seen: Set<object>): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const { shape = {}, element, items = [], valueType, options = [], innerType, in: before } = partsOf(schema)
  if (Object.entries(shape).some(([name, field]) => wireNameOf(name, field) !== name)) return true
  return [...Object.values(shape), element, ...items, valueType, ...options, innerType, before].some(
    (part) => part !== undefined && hasOtherNames(part, seen),
  )
}

function readNames(schema: object): Names | null {
  const parts = partsOf(schema)
  const around = parts.innerType ?? parts.in
  if (around !== undefined) return namesOf(around)
  if (parts.options !== undefined) return parts.options.map(namesOf).reduce(joined, null)
  const fields = Object.entries(parts.shape ?? {}).map(
    ([name, field]) => [name, wireNameOf(name, field), field] as const,
  )
  return {
    toWire: new Map(fields.map(([name, wireName, field]) => [name, { name: wireName, schema: field }])),
    fromWire: new Map(fields.map(([name, wireName, field]) => [wireName, { name, schema: field }])),
    element: parts.element ?? null,
    places: parts.items ?? [],
    value: parts.valueType ?? null,
  }
}

/** Of one of several shapes: a field of a name is the same field in each. */
function joined(one: Names | null, other: Names | null): Names | null {
  if (one === null || other === null) return one ?? other
  return {
    toWire: new Map([...one.toWire, ...other.toWire]),
    fromWire: new Map([...one.fromWire, ...other.fromWire]),
    element: one.element ?? other.element,
    places: one.places.length > 0 ? one.places : other.places,
    value: one.value ?? other.value,
  }
}

function below(schema: object | null | undefined, direction: Direction, value: unknown): unknown {
  return schema === null || schema === undefined ? value : renamed(namesOf(schema), direction, value)
}

function renamed(names: Names | null, direction: Direction, value: unknown): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (names.element !== null && namesOf(names.element) === null) return value
    return value.map((each, place) => below(names.places[place] ?? names.element, direction, each))
  }
  const fields = names[direction]
  const others = names[direction === 'toWire' ? 'fromWire' : 'toWire']
  // through entries, so that a field called `__proto__` is a field like any other
  const entries: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    const named = fields.get(name)
    if (named !== undefined) entries.push([named.name, below(named.schema, direction, field)])
    else if (!others.has(name)) entries.push([name, below(names.value, direction, field)])
  }
  return Object.fromEntries(entries)
}

function renamedPath(names: Names | null, direction: Direction, path: readonly PropertyKey[]): PropertyKey[] {
  const [first, ...rest] = path
  if (names === null || first === undefined) return [...path]
  const field = names[direction].get(String(first))
  const part = field?.schema ?? names.places[Number(first)] ?? names.element ?? names.value
  return [field?.name ?? first, ...renamedPath(part && namesOf(part), direction, rest)]
}
