import type { WireModelChange } from '@coldkeep/contract/areas/model-versions'
import { parameterGroups } from '@coldkeep/domain/parameters/parameter'
import { writeEffects } from '@coldkeep/domain/polling/poll-command'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { yesOrNo } from './yes-or-no'

interface ChangedField {
  readonly key: string
  readonly table: string
  readonly where: string
  readonly what: string
  readonly field: string
  readonly before: string
  readonly after: string
}

/** What is different between two states of a model: a line for each field. */
export function ChangeTable({
  title,
  changes,
  tableKey = 'model-changes',
}: {
  title: string
  changes: readonly WireModelChange[]
  tableKey?: string
}) {
  const t = useText()
  const columns = useMemo(
    (): Column<ChangedField>[] => [
      { key: 'table', title: t('instructions.what'), kind: 'status', value: (row) => row.table },
      { key: 'where', title: t('instructions.where'), kind: 'text', value: (row) => row.where },
      { key: 'what', title: t('instructions.changeTitle'), kind: 'status', value: (row) => row.what },
      { key: 'field', title: t('instructions.field'), kind: 'text', value: (row) => row.field },
      { key: 'before', title: t('instructions.before'), kind: 'text', value: (row) => row.before },
      { key: 'after', title: t('instructions.after'), kind: 'text', value: (row) => row.after },
    ],
    [t],
  )
  const rows = useMemo(
    () =>
      changes.flatMap(({ table, command, node, what, fields }): ChangedField[] => {
        const row = {
          table: t(`instructions.table.${table}`),
          where: node === null ? command : `${command} · ${node}`,
          what: t(`instructions.change.${what}`),
        }
        const key = `${table} ${command} ${node ?? ''}`
        return fields.length === 0
          ? [{ ...row, key, field: '', before: '', after: '' }]
          : fields.map((field) => ({
              ...row,
              field: fieldWord(field.field, t),
              before: valueWord(field.field, field.before, t),
              after: valueWord(field.field, field.after, t),
              key: `${key} ${field.field}`,
            }))
      }),
    [changes, t],
  )
  return (
    <DataTable
      title={title}
      tableKey={tableKey}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key}
      empty={{ title: t('instructions.noChanges') }}
    />
  )
}

const words = {
  note: 'instructions.note',
  requestHex: 'instructions.command',
  responseLengthBytes: 'instructions.responseLength',
  includesUnitId: 'instructions.includesUnitId',
  appendsCrc: 'instructions.appendsCrc',
  decoderId: 'instructions.decoderTitle',
  unit: 'instructions.unit',
  position: 'instructions.position',
  numericFormat: 'instructions.format',
  skipLeadingBytes: 'instructions.front',
  skipTrailingBytes: 'instructions.back',
  divisor: 'instructions.divisor',
  multiplier: 'instructions.multiplier',
  kind: 'instructions.kind',
  source: 'instructions.source',
  expectedReplyHex: 'instructions.expectedReply',
  replyHasCrc: 'instructions.replyHasCrc',
  effect: 'writes.effectTitle',
  pointName: 'writes.pointTitle',
  setsTo: 'writes.setsTo',
  lowest: 'writes.lowest',
  highest: 'writes.highest',
  usualLow: 'writes.usualLow',
  usualHigh: 'writes.usualHigh',
  group: 'writes.groupTitle',
  factoryValue: 'writes.factoryValue',
  applyOrder: 'writes.applyOrder',
  isVolatile: 'writes.isVolatile',
  mostPerDay: 'writes.mostPerDay',
  mostPerYear: 'writes.mostPerYear',
  judgedEffect: 'instructions.fieldOf.judgedEffect',
} as const

function fieldWord(field: string, t: ReturnType<typeof useText>): string {
  const key = words[field as keyof typeof words]
  if (key !== undefined) return t(key)
  const [place, inner] = field.split('.')
  if (inner === undefined || (place !== 'node' && place !== 'read')) return field
  return t(`instructions.fieldOf.${place}`, { field: fieldWord(inner, t) })
}

/**
 * Values travel as they are stored; those that are words of the product are shown in the reader's language.
 */
function valueWord(field: string, value: string, t: ReturnType<typeof useText>): string {
  if (value === 'true' || value === 'false') return yesOrNo(value === 'true', t)
  const group = field === 'group' ? parameterGroups.find((one) => one === value) : undefined
  if (group !== undefined) return t(`writes.group.${group}`)
  const effect =
    field === 'effect' || field === 'judgedEffect' ? writeEffects.find((one) => one === value) : undefined
  return effect === undefined ? value : t(`writes.effect.${effect}`)
}
