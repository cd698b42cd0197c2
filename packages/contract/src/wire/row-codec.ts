import * as z from 'zod/mini'

type Schema = z.ZodMiniType
/** A field by its own name, and its value as it travels. */
type Cell = readonly [name: string, schema: Schema]
type Cells = readonly Cell[]

/** Of a cell: the schema of the value that it carries. A codec is left for what it makes, a default for what it fills. */
type ValueSchema<S> =
  S extends z.ZodMiniCodec<infer _, infer Made>
    ? Made
    : S extends z.ZodMiniDefault<infer Filled>
      ? ValueSchema<Filled>
      : S

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** `Names` where they are none; else something that no row of cells is, so that the compiler names them. */
type None<What extends string, Names> = [Names] extends [never] ? unknown : { readonly [W in What]: Names }

type Repeated<Row> = Row extends readonly [readonly [infer Name, unknown], ...infer Rest extends Cells]
  ? (Name extends Rest[number][0] ? Name : never) | Repeated<Rest>
  : never

/** Each cell is of a field of the draft and carries what that field holds. */
type Fitting<Draft, Row extends Cells> = {
  readonly [Place in keyof Row]: Row[Place] extends readonly [infer Name extends keyof Draft, infer S]
    ? readonly [
        Name,
        Same<[z.output<S>, z.input<ValueSchema<S>>], [Draft[Name], Draft[Name]]> extends true ? S : never,
      ]
    : readonly [keyof Draft, Schema]
}

type CellsOf<Draft, Row extends Cells> = Row &
  Fitting<Draft, Row> &
  None<'withoutCell', Exclude<keyof Draft, Row[number][0]>> &
  None<'cellsOfOneName', Repeated<Row>>

type SchemasOf<Row extends Cells> = { -readonly [Place in keyof Row]: Row[Place][1] }
type TupleOf<Row extends Cells> = z.ZodMiniTuple<SchemasOf<Row>, null>
type ObjectOf<Draft> = z.ZodMiniObject<
  { -readonly [Name in keyof Draft]: z.ZodMiniType<Draft[Name], Draft[Name]> },
  z.core.$strip
>

/** A row of a table that travels as a bare list of its cells. */
interface RowCodec<Draft, Row extends Cells> {
  /** As it travels. */
  readonly cells: TupleOf<Row>
  /** As an object, by our names. */
  readonly draft: ObjectOf<Draft>
  readonly codec: z.ZodMiniCodec<TupleOf<Row>, ObjectOf<Draft>>
  /** Where the cell of each field is, from 0: refusals name it. */
  readonly place: { readonly [Name in keyof Draft]: number }
}

/**
 * The cells of a row in their order, each with the field that it carries; every field of the draft has exactly one.
 * Example: `rowCodec<{ name: string; bytes: number }>()([['name', line(1, 80)], ['bytes', countText]])`.
 */
export function rowCodec<Draft extends object>() {
  return <const Row extends Cells>(row: CellsOf<Draft, Row>): RowCodec<Draft, Row> => {
    const names = row.map(([name]) => name)
    const cells = z.tuple(row.map(([, schema]) => schema) as never) as unknown as TupleOf<Row>
    const draft = z.object(
      Object.fromEntries(row.map(([name, schema]) => [name, valueSchema(schema)])),
    ) as unknown as ObjectOf<Draft>
    const codec = z.codec(cells as Schema, draft as Schema, {
      decode: (values) =>
        Object.fromEntries((values as unknown[]).map((value, place) => [names[place], value])),
      encode: (values) => names.map((name) => (values as Readonly<Record<string, unknown>>)[name]),
    }) as unknown as RowCodec<Draft, Row>['codec']
    const place = Object.fromEntries(names.map((name, place) => [name, place])) as RowCodec<
      Draft,
      Row
    >['place']
    return { cells, draft, codec, place }
  }
}

function valueSchema(schema: Schema): Schema {
  if (schema instanceof z.ZodMiniCodec) return schema.def.out as Schema
  if (schema instanceof z.ZodMiniDefault) return valueSchema(schema.def.innerType as Schema)
  return schema
}
