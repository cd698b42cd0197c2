import { listModelVersions } from '@coldkeep/contract/areas/model-versions'
import {
  addPointDefinitions,
  changePointDefinitions,
  listPointDefinitions,
  type PointDefinitionRow,
  removePointDefinition,
} from '@coldkeep/contract/areas/point-definitions'
import { listPollCommands, type PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { inAnalysedUnit } from '@coldkeep/domain/points/analysed-unit'
import { commonUnits, measuredKinds } from '@coldkeep/domain/points/point'
import { checkPollTable } from '@coldkeep/domain/polling/check-poll-table'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import { pointFormats } from '@coldkeep/domain/polling/poll-command'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'

const alsoChanges = [listPollCommands, listModelVersions]
const draftOf = ({ id: _, revision: __, ...draft }: PointDefinitionRow) => draft
const blank: DraftValues<ModelPoint> = {
  name: '',
  unit: '',
  position: null,
  numericFormat: null,
  skipLeadingBytes: null,
  skipTrailingBytes: null,
  divisor: 1,
  multiplier: 1,
  kind: 'other',
  source: '',
}

const columns = (t: Translate): readonly Column<PointDefinitionRow>[] => [
  { key: 'position', title: t('instructions.position'), kind: 'number', value: (row) => row.position },
  { key: 'name', title: t('instructions.name'), kind: 'text', value: (row) => row.name },
  { key: 'unit', title: t('instructions.unit'), kind: 'text', value: (row) => row.unit },
  { key: 'format', title: t('instructions.format'), kind: 'text', value: (row) => row.numericFormat },
  { key: 'front', title: t('instructions.front'), kind: 'number', value: (row) => row.skipLeadingBytes },
  { key: 'back', title: t('instructions.back'), kind: 'number', value: (row) => row.skipTrailingBytes },
  { key: 'divisor', title: t('instructions.divisor'), kind: 'number', value: (row) => row.divisor },
  { key: 'multiplier', title: t('instructions.multiplier'), kind: 'number', value: (row) => row.multiplier },
  { key: 'kind', title: t('instructions.kind'), kind: 'text', value: (row) => t(`devices.kind.${row.kind}`) },
  {
    key: 'source',
    title: t('instructions.source'),
    kind: 'text',
    value: (row) => row.source,
    wraps: 'words',
  },
]

export const fields = (t: Translate): readonly EditorField<ModelPoint>[] => [
  { key: 'name', label: t('instructions.name'), kind: 'text', position: 0 },
  {
    key: 'unit',
    label: t('instructions.unit'),
    kind: 'text',
    suggestions: commonUnits.filter((unit) => unit !== ''),
    help: t('instructions.unitHelp'),
    position: 1,
  },
  { key: 'position', label: t('instructions.position'), kind: 'number', position: 2 },
  {
    key: 'numericFormat',
    label: t('instructions.format'),
    kind: 'choice',
    choices: pointFormats.map((format) => ({ value: format, label: format })),
    position: 3,
  },
  {
    key: 'skipLeadingBytes',
    label: t('instructions.front'),
    kind: 'number',
    help: t('instructions.offsetHelp'),
    position: 4,
  },
  { key: 'skipTrailingBytes', label: t('instructions.back'), kind: 'number', position: 5 },
  { key: 'divisor', label: t('instructions.divisor'), kind: 'number', position: 6 },
  { key: 'multiplier', label: t('instructions.multiplier'), kind: 'number', position: 7 },
  {
    key: 'kind',
    label: t('instructions.kind'),
    kind: 'choice',
    choices: measuredKinds.map((kind) => ({ value: kind, label: t(`devices.kind.${kind}`) })),
    position: 8,
  },
  { key: 'source', label: t('instructions.source'), kind: 'text', position: 9 },
]

const fieldOf = {
  name_repeated: 'name',
  position: 'position',
  position_repeated: 'position',
  skip: 'skipLeadingBytes',
  overlap: 'skipLeadingBytes',
  slice_size: 'skipTrailingBytes',
  divisor: 'divisor',
  multiplier: 'multiplier',
} as const

function isWhole(values: DraftValues<ModelPoint>): values is ModelPoint {
  const { numericFormat, position, skipLeadingBytes, skipTrailingBytes, divisor, multiplier } = values
  return ![numericFormat, position, skipLeadingBytes, skipTrailingBytes, divisor, multiplier].includes(null)
}

/** The nodes of the reply to a poll command, and their positions. */
export function NodeTable({ command }: { command: PollCommandRow }) {
  const t = useText()
  const { id } = command
  const query = useMemo(() => ({ command: id }), [id])
  const create = useMemo(
    () =>
      rowCall(addPointDefinitions, (rows: readonly ModelPoint[]) => ({
        body: { command: id, rows: [...rows] },
      })),
    [id],
  )
  const update = useMemo(
    () =>
      rowCall(changePointDefinitions, (row: PointDefinitionRow, draft: ModelPoint) => ({
        body: { command: id, rows: [{ ...draft, id: row.id, revision: row.revision }] },
      })),
    [id],
  )
  const check = useMemo(
    () =>
      (values: DraftValues<ModelPoint>, words: Translate): Record<string, string> => {
        if (!isWhole(values)) return {}
        const faults: Record<string, string> = {}
        if (inAnalysedUnit(values) === null) faults.unit = words('instructions.problem.unit')
        for (const { problem, isError, pointIndex } of checkPollTable(command, [values])) {
          if (isError && pointIndex !== null)
            faults[fieldOf[problem]] ??= words(`instructions.problem.${problem}`)
        }
        return faults
      },
    [command],
  )
  return (
    <TableEditor<typeof listPointDefinitions, ModelPoint, PointDefinitionRow>
      title={t('instructions.nodesOf', { command: `${command.model} ${command.commandCode}` })}
      tableKey="point-definitions"
      name="t2"
      list={{ call: listPointDefinitions, query }}
      rowKey={(row) => String(row.id)}
      nameOf={(row) => row.name}
      writes={{
        ...(command.canEdit && { create, update, remove: removePointDefinition, paste: create }),
        alsoChanges,
      }}
      columns={columns}
      form={{ fields, blank, draftOf, check }}
      emptyTitle={t('instructions.noNodes')}
      tools={<TableSearch />}
    />
  )
}
