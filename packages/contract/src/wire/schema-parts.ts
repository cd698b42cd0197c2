/** What a schema of any kind is made of, by the names of its definition. */
export interface SchemaParts {
  readonly type: string
  readonly shape?: Readonly<Record<string, object>>
  readonly element?: object
  readonly items?: readonly object[]
  readonly valueType?: object
  readonly options?: readonly object[]
  readonly discriminator?: string
  readonly innerType?: object
  /** Of a codec: how a value travels, what it is here, and how it becomes what travels. */
  readonly in?: object
  readonly out?: object
  readonly reverseTransform?: (value: unknown, payload: { value: unknown; issues: unknown[] }) => unknown
  readonly checks?: readonly object[]
}

export function partsOf(schema: object): SchemaParts {
  return (schema as { readonly def: SchemaParts }).def
}
