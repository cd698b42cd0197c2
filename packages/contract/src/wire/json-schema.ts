import * as z from 'zod/mini'
import { wireNameOf } from './dialect'

/** What travels, as JSON Schema 2020-12: values and names as they are on the wire. */
export function wireJsonSchema(schema: z.ZodMiniType) {
  return z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => spell(zodSchema, jsonSchema),
  })
}

type JsonSchema = z.core.JSONSchema.BaseSchema

function spell(schema: z.core.$ZodTypes, json: JsonSchema): void {
  const { def } = schema._zod
  if (def.type !== 'object' || json.properties === undefined) return
  const nameOf = (name: string) => {
    const field = def.shape[name]
    return field === undefined ? name : wireNameOf(name, field)
  }
  json.properties = Object.fromEntries(
    Object.entries(json.properties).map(([name, field]) => [nameOf(name), field]),
  )
  if (json.required !== undefined) json.required = json.required.map(nameOf)
}
