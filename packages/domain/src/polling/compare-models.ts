import type { ModelTables } from './device-model'

/** A field of a row that is not as it was. Missing rows have no fields. */
export interface FieldChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** What became of one row of the tables of a model. */
export interface RowChange {
  readonly table: 'command' | 'point' | 'write'
  /** The command code; of a point, that of its command. */
  readonly command: string
  readonly point: string | null
  readonly what: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}

type Row = Readonly<Record<string, string | number | boolean | null>>

interface Named {
  readonly table: RowChange['table']
  readonly command: string
  readonly point: string | null
  readonly row: Row
}

/**
 * What is different in the tables of a model: rows by their command code and node name, so that a row that was renamed
 * is one that went and one that came.
 */
export function compareModels(before: ModelTables, after: ModelTables): RowChange[] {
  const [old, now] = [rowsOf(before), rowsOf(after)]
  const changes: RowChange[] = []
  for (const [key, { row, ...name }] of now) {
    const was = old.get(key)
    if (was === undefined) changes.push({ ...name, what: 'added', fields: [] })
    else {
      const fields = changedFields(was.row, row)
      if (fields.length > 0) changes.push({ ...name, what: 'changed', fields })
    }
  }
  for (const [key, { row: _, ...name }] of old) {
    if (!now.has(key)) changes.push({ ...name, what: 'removed', fields: [] })
  }
  return changes
}

function rowsOf({ commands, writes }: ModelTables): Map<string, Named> {
  const named: Named[] = [
    ...commands.flatMap(({ points, ...command }): Named[] => [
      { table: 'command', command: command.commandCode, point: null, row: { ...command } },
      ...points.map(
        (point): Named => ({
          table: 'point',
          command: command.commandCode,
          point: point.name,
          row: { ...point },
        }),
      ),
    ]),
    ...writes.map(
      (write): Named => ({ table: 'write', command: write.commandCode, point: null, row: { ...write } }),
    ),
  ]
  return new Map(named.map((one) => [JSON.stringify([one.table, one.command, one.point]), one]))
}

function changedFields(before: Row, after: Row): FieldChange[] {
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field] ?? ''), after: String(after[field] ?? '') }))
}
