import * as z from 'zod/mini'
import { partsOf } from './schema-parts'

type Issue = z.core.$ZodIssue
type Schema = z.ZodMiniType

/**
 * All that is wrong with a value of ours before it travels, each part judged by itself: a schema that encodes leaves out
 * the checks of everything beside a value of the wrong type. What concerns several parts is judged once each is right.
 */
export function issuesIn(schema: object, value: unknown): readonly Issue[] {
  const { error } = z.safeEncode(schema as Schema, value as never)
  if (error === undefined) return []
  const inParts = issuesInParts(schema, value)
  return inParts.length > 0 ? inParts : error.issues
}

function issuesInParts(schema: object, value: unknown): readonly Issue[] {
  const {
    shape,
    element,
    items,
    valueType,
    options,
    discriminator,
    innerType,
    in: sent,
    out,
  } = partsOf(schema)
  if (innerType !== undefined) return value === undefined || value === null ? [] : issuesIn(innerType, value)
  if (sent !== undefined && out !== undefined) {
    const made = issuesIn(out, value)
    return made.length > 0 ? made : issuesIn(sent, sentOf(schema, value))
  }
  if (typeof value !== 'object' || value === null) return []
  if (options !== undefined) return issuesInOption(options, discriminator, value)
  const partOf = (key: PropertyKey) => Reflect.get(value, key) as unknown
  const under = (key: string | number, part: object) =>
    issuesIn(part, partOf(key)).map((issue) => ({ ...issue, path: [key, ...issue.path] }))
  if (shape !== undefined) return Object.entries(shape).flatMap(([name, field]) => under(name, field))
  if (valueType !== undefined) return Object.keys(value).flatMap((key) => under(key, valueType))
  if (!Array.isArray(value)) return []
  const placed = items ?? (element === undefined ? [] : value.map(() => element))
  return placed.flatMap((part, place) => under(place, part))
}

/** Of the shape that the value says it has; where it says none, what is wrong in each of them. */
function issuesInOption(options: readonly object[], discriminator: string | undefined, value: object) {
  const own = options.find((option) => {
    const field = discriminator === undefined ? undefined : partsOf(option).shape?.[discriminator]
    return field !== undefined && issuesIn(field, Reflect.get(value, discriminator ?? '')).length === 0
  })
  if (own !== undefined) return issuesIn(own, value)
  const [first = [], ...others] = options.map((option) => issuesIn(option, value))
  const isIn =
    ({ path }: Issue) =>
    (issues: readonly Issue[]) =>
      issues.some((issue) => issue.path.join('.') === path.join('.'))
  return first.filter((issue) => others.every(isIn(issue)))
}

function sentOf(schema: object, value: unknown): unknown {
  return partsOf(schema).reverseTransform?.(value, { value, issues: [] })
}
