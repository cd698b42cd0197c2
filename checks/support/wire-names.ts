import { calls } from '@coldkeep/contract/calls'
import { isBytes, isDocument } from '@coldkeep/contract/content'
import { wireNameOf } from '@coldkeep/contract/wire/dialect'

interface Definition {
  readonly shape?: Readonly<Record<string, object>>
  readonly innerType?: object
  readonly in?: object
  readonly element?: object
  readonly valueType?: object
  readonly options?: readonly object[]
  readonly items?: readonly object[]
}

/** Names under which fields of calls travel, where that is not their own: `unit_id`. */
export function wireNames(): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<object>()
  const visit = (schema: object | undefined) => {
    if (schema === undefined || seen.has(schema)) return
    seen.add(schema)
    const { def } = schema as { readonly def: Definition }
    for (const [name, field] of Object.entries(def.shape ?? {})) {
      const wireName = wireNameOf(name, field)
      if (wireName !== name) names.add(wireName)
      visit(field)
    }
    for (const inner of [def.innerType, def.in, def.element, def.valueType]) visit(inner)
    for (const inner of [...(def.options ?? []), ...(def.items ?? [])]) visit(inner)
  }
  for (const { params, query, body, answer } of Object.values(calls)) {
    for (const schema of [params, query]) visit(schema)
    if (!isBytes(body)) visit(body)
    if (isDocument(answer)) visit(answer)
  }
  return names
}
