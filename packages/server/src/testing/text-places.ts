type Json = Readonly<Record<string, unknown>>

/** A place of a document where a text stands. */
export interface TextPlace {
  /** As a refusal names it: `rows.0.name`. */
  readonly path: string
  /** The smallest document that has this text in this place. */
  documentWith(text: string): unknown
}

/** Every place of a JSON schema that takes a text, those inside free documents included. */
export function textPlaces(schema: object): TextPlace[] {
  return placesIn(schema as Json, [], (inner) => inner)
}

function placesIn(schema: Json, path: readonly string[], around: (inner: unknown) => unknown): TextPlace[] {
  const inside = (name: string, inner: Json, wrap: (value: unknown) => unknown) =>
    placesIn(inner, [...path, name], (value) => around(wrap(value)))
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Json[]
  const found = choices.flatMap((choice) => placesIn(choice, path, around))
  if (schema.type === 'string') found.push({ path: path.join('.'), documentWith: around })
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  found.push(...properties.flatMap(([name, field]) => inside(name, field, (value) => ({ [name]: value }))))
  const places = (schema.prefixItems ?? []) as Json[]
  for (const [at, place] of places.entries()) {
    const before = Array<null>(at).fill(null)
    found.push(...inside(String(at), place, (value) => [...before, value]))
  }
  if (schema.type === 'array' && places.length === 0) {
    found.push(...inside('0', (schema.items ?? {}) as Json, (value) => [value]))
  }
  const isFree = schema.type === 'object' && typeof schema.additionalProperties === 'object'
  if (isFree) found.push(...inside('any', schema.additionalProperties as Json, (value) => ({ any: value })))
  const saysNothing = choices.length === 0 && schema.type === undefined && schema.enum === undefined
  if (saysNothing && !('const' in schema)) {
    found.push({ path: [...path, 'any', '0'].join('.'), documentWith: (text) => around({ any: [text] }) })
  }
  return [...new Map(found.map((place) => [place.path, place])).values()]
}
