import pg from 'pg'

/** PostgreSQL's numbers of types, from its catalogue `pg_type`. */
const TYPE = {
  int8: 20,
  int8Array: 1016,
  numeric: 1700,
  float4Array: 1021,
  float8Array: 1022,
  date: 1082,
  timestamptz: 1184,
  timestamptzArray: 1185,
} as const

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPE.int8]: parseWhole,
  [TYPE.int8Array]: (text) => parseArray(text, parseWhole),
  [TYPE.numeric]: Number,
  [TYPE.float4Array]: parseFloats,
  [TYPE.float8Array]: parseFloats,
  // a day stays a text: `Date` would turn it into an instant of the server's zone
  [TYPE.date]: (text) => text,
  [TYPE.timestamptz]: parseInstant,
  [TYPE.timestamptzArray]: (text) => parseArray(text.replaceAll('"', ''), parseInstant),
}

/** How values are read from both databases: instants as epoch milliseconds, whole and decimal numbers as numbers. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format),
}

/** @throws RangeError beyond 2^53: such a column is read as text. */
function parseWhole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number; read it as text`)
  return value
}

/** One level, without texts that need quotes. */
function parseArray<Value>(text: string, parse: (element: string) => Value): (Value | null)[] {
  if (text === '{}') return []
  const elements = text.slice(1, -1).split(',')
  return elements.map((element) => (element === 'NULL' ? null : parse(element)))
}

/** A missing element is `NaN`, as in a scan. */
function parseFloats(text: string): number[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((element) => (element === 'NULL' ? Number.NaN : Number(element)))
}

const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** The session's zone is UTC (see connect), so the offset is always `+00`. Microseconds are cut off. */
function parseInstant(text: string): number {
  const parts = INSTANT.exec(text)
  if (parts === null) throw new RangeError(`${text} is no instant between the years 1 and 9999 in UTC`)
  const [, day, time, fraction = ''] = parts
  return Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
}
