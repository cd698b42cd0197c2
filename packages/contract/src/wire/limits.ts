import { partsOf } from './schema-parts'

/** How long or how large a value of a field may be. A bound that the schema does not name is not there. */
export interface Limits {
  readonly minLength?: number
  readonly maxLength?: number
  /** Whole numbers have theirs only where the schema names one. */
  readonly min?: number
  readonly max?: number
  /** Values are multiples of it: 1 of a whole number. */
  readonly step?: number
}

interface Check {
  readonly check: string
  readonly minimum?: number
  readonly maximum?: number
  readonly length?: number
  readonly value?: number
  readonly inclusive?: boolean
}

/** The limits of a value as it is here: of a codec those of what it makes, of an optional value those it has when there. */
export function limitsOf(schema: object): Limits {
  const { innerType, out, checks = [] } = partsOf(schema)
  const around = innerType ?? out
  if (around !== undefined) return limitsOf(around)
  // a schema of one format, such as a whole number, is itself a check
  return Object.assign({}, ...[schema, ...checks].map(limitOf)) as Limits
}

/** The limits of each field in a schema by its name; of fields of one name those of the outermost. */
export function limitsIn(schema: object): ReadonlyMap<string, Limits> {
  const found = new Map<string, Limits>()
  const seen = new Set<object>()
  let level: readonly object[] = [schema]
  while (level.length > 0) {
    const below: object[] = []
    for (const one of level.filter((part) => !seen.has(part))) {
      seen.add(one)
      const {
        shape = {},
        element,
        items = [],
        valueType,
        options = [],
        innerType,
        in: sent,
        out,
      } = partsOf(one)
      for (const [name, field] of Object.entries(shape))
        if (!found.has(name)) found.set(name, limitsOf(field))
      // a codec is read as what it makes, and only then as it travels
      const parts = [...Object.values(shape), element, ...items, valueType, ...options, innerType, out, sent]
      below.push(...parts.filter((part) => part !== undefined))
    }
    level = below
  }
  return found
}

/** How many letters the text of a field may have. */
export function longestIn(schema: object, field: string): number | undefined {
  return limitsIn(schema).get(field)?.maxLength
}

function limitOf(schemaOrCheck: object): Limits {
  const { check, minimum, maximum, length, value, inclusive } = checkOf(schemaOrCheck)
  switch (check) {
    case 'min_length':
      return { minLength: minimum }
    case 'max_length':
      return { maxLength: maximum }
    case 'length_equals':
      return { minLength: length, maxLength: length }
    case 'number_format':
      return { step: 1 }
    case 'multiple_of':
      return { step: value }
    case 'greater_than':
      return inclusive ? { min: value } : {}
    case 'less_than':
      return inclusive ? { max: value } : {}
    default:
      return {}
  }
}

function checkOf(schemaOrCheck: object): Partial<Check> {
  const { _zod: inner } = schemaOrCheck as { readonly _zod?: { readonly def?: Partial<Check> } }
  return inner?.def ?? {}
}
