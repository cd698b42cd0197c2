import type { AnyCall } from '@coldkeep/contract/call'
import { isBytes } from '@coldkeep/contract/content'
import { wireJsonSchema } from '@coldkeep/contract/wire/json-schema'
import { MAX_BODY_BYTES } from './problem-handler'

const KIBIBYTE = 1024
/** The refusal of a small body with a wrong field names the field rather than the size. */
const LEAST_BODY_BYTES = 16 * KIBIBYTE
/** `\u0041` for a letter. */
const BYTES_OF_SIGN = 6
const BYTES_OF_SIMPLE = 32
/** Blanks and line breaks between the parts. */
const LOOSENESS = 2

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: JsonSchema | boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
}

type Schema = Parameters<typeof wireJsonSchema>[0]

/** Looking through a schema takes a while, and a process may serve the calls more than once. */
const known = new WeakMap<Schema, number>()

/**
 * How many bytes of a body are taken at all: the limit of the call, else the longest text of its schema;
 * where that has no end, a mebibyte.
 */
export function bodyLimitOf({ maxBodyBytes, body }: Pick<AnyCall, 'maxBodyBytes' | 'body'>): number {
  if (maxBodyBytes !== null) return maxBodyBytes
  if (isBytes(body)) return body.maxBytes
  const limit = known.get(body) ?? limitOf(body)
  known.set(body, limit)
  return limit
}

function limitOf(schema: Schema): number {
  const longest = LOOSENESS * longestOf(wireJsonSchema(schema) as JsonSchema)
  const rounded = Math.ceil(longest / KIBIBYTE) * KIBIBYTE
  return Math.min(MAX_BODY_BYTES, Math.max(LEAST_BODY_BYTES, rounded))
}

/** Bytes of the longest value in JSON; infinity where there is none. */
function longestOf(schema: JsonSchema | boolean): number {
  if (schema === false) return 0
  if (schema === true) return Number.POSITIVE_INFINITY
  if (schema.enum !== undefined) return Math.max(...schema.enum.map(writtenLength))
  if ('const' in schema) return writtenLength(schema.const)
  if (schema.anyOf !== undefined) return Math.max(...schema.anyOf.map(longestOf))
  switch (schema.type) {
    case 'string':
      return 2 + BYTES_OF_SIGN * (schema.maxLength ?? Number.POSITIVE_INFINITY)
    case 'boolean':
    case 'number':
    case 'integer':
    case 'null':
      return BYTES_OF_SIMPLE
    case 'array':
      if (schema.items === false) return BYTES_OF_SIMPLE
      return 2 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + longestOf(schema.items ?? true))
    case 'object':
      return schema.properties === undefined || typeof schema.additionalProperties === 'object'
        ? Number.POSITIVE_INFINITY
        : Object.entries(schema.properties).reduce(
            (sum, [name, field]) => sum + writtenLength(name) + 2 + longestOf(field),
            2,
          )
    default:
      return Number.POSITIVE_INFINITY
  }
}

function writtenLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
