import type { FieldChange } from '../polling/compare-models'
import type { ModelTables, ModelWrite } from '../polling/device-model'
import { findPoint } from '../polling/fill-write'
import { effectOf } from './judge-effect'

/** A write that would do something else, or be judged otherwise, than before. */
export interface WriteChange {
  /** The command code of the write. */
  readonly code: string
  readonly what: 'added' | 'changed'
  /**
   * Fields of its row under their own names; `node.…` of the node that shows it, `read.…` of the command that reads that
   * node, and `judgedEffect`. Of an added write all that it has.
   */
  readonly fields: readonly FieldChange[]
}

type Field = string | number | boolean | null

/**
 * The writes of `after` that do not do what they did in `before`, in the order of their rows: bytes, proof,
 * bounds, effect, usual range, order and how often, the node they are read back from and how that is read. A changed
 * note, group or factory value does not count, and a write that is gone can do nothing.
 * @param reviewed writes of the models of the product of the same brand, by which effects are judged
 */
export function changedWrites(
  before: ModelTables,
  after: ModelTables,
  reviewed: readonly ModelWrite[],
): WriteChange[] {
  return after.writes.flatMap((write): WriteChange[] => {
    const now = actsOf(write, after, reviewed)
    const old = before.writes.find(({ commandCode }) => commandCode === write.commandCode)
    const was = old === undefined ? {} : actsOf(old, before, reviewed)
    const fields = [...new Set([...Object.keys(was), ...Object.keys(now)])]
      .filter((field) => (was[field] ?? null) !== (now[field] ?? null))
      .map((field) => ({ field, before: String(was[field] ?? ''), after: String(now[field] ?? '') }))
    if (fields.length === 0) return []
    return [{ code: write.commandCode, what: old === undefined ? 'added' : 'changed', fields }]
  })
}

/**
 * Everything that decides what a write does and how it is judged; fields added to a row later count
 * automatically.
 */
function actsOf(write: ModelWrite, tables: ModelTables, reviewed: readonly ModelWrite[]) {
  const { note: _, commandCode: __, group: ___, factoryValue: ____, ...row } = write
  const shown = findPoint(tables.commands, write.pointName)
  const fields: Record<string, Field> = { ...row }
  if (shown !== null) {
    const { position: _position, source: _source, name: _name, ...node } = shown.point
    const { requestHex, includesUnitId, appendsCrc, decoderId, responseLengthBytes } = shown.command
    const read = { requestHex, includesUnitId, appendsCrc, decoderId, responseLengthBytes }
    for (const [field, value] of Object.entries(node)) fields[`node.${field}`] = value
    for (const [field, value] of Object.entries(read)) fields[`read.${field}`] = value
  }
  fields.judgedEffect = effectOf(write, tables, reviewed)
  return fields
}
