import { listModelVersions } from '@coldkeep/contract/areas/model-versions'
import {
  addPollCommands,
  changePollCommands,
  listDeviceModels,
  listPollCommands,
  type PollCommandRow,
  removePollCommand,
} from '@coldkeep/contract/areas/poll-commands'
import type { Owned } from '@coldkeep/contract/wire/owner'
import { checkPollTable } from '@coldkeep/domain/polling/check-poll-table'
import {
  type DecoderId,
  decoderIds,
  decoderNames,
  type PollCommandDraft,
} from '@coldkeep/domain/polling/poll-command'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCallback, useMemo } from 'react'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import { lockedByOwner, ownerColumn } from '../../archetypes/editor/owned-rows'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { checkModel, type KnownModels, modelFields, newModelField, type OfModel } from './model-fields'
import { noModels, useKnownModels } from './use-known-models'
import { useModel } from './use-model'
import { yesOrNo } from './yes-or-no'

const alsoChanges = [listDeviceModels, listModelVersions]
type Draft = PollCommandDraft & Pick<OfModel, 'isNewModel'>

const create = rowCall(addPollCommands, (rows: readonly Draft[]) => ({
  body: { rows: rows.map(({ isNewModel: _, ...row }) => row) },
}))
const update = rowCall(
  changePollCommands,
  ({ id, revision }: PollCommandRow, { isNewModel: _, ...draft }: Draft) => ({
    body: [{ id, revision, ...draft }],
  }),
)
const draftOf = (row: PollCommandRow): Draft => {
  const { id: _, revision: __, points: ___, owner: ____, canEdit: _____, ...draft } = row
  return { ...draft, isNewModel: false }
}

const columns = (t: Translate): readonly Column<PollCommandRow>[] => [
  { key: 'brand', title: t('instructions.brand'), kind: 'text', value: (row) => row.brand },
  { key: 'model', title: t('instructions.model'), kind: 'text', value: (row) => row.model },
  { key: 'code', title: t('instructions.commandCode'), kind: 'text', value: (row) => row.commandCode },
  { key: 'note', title: t('instructions.note'), kind: 'text', value: (row) => row.note, wraps: 'words' },
  {
    key: 'command',
    title: t('instructions.command'),
    kind: 'text',
    value: (row) => row.requestHex,
    cell: (row) => <span className={frame.mono}>{row.requestHex}</span>,
    wraps: 'words',
  },
  {
    key: 'length',
    title: t('instructions.responseLength'),
    kind: 'number',
    value: (row) => row.responseLengthBytes,
  },
  {
    key: 'id',
    title: t('instructions.includesUnitId'),
    kind: 'text',
    value: (row) => yesOrNo(row.includesUnitId, t),
  },
  {
    key: 'crc',
    title: t('instructions.appendsCrc'),
    kind: 'text',
    value: (row) => yesOrNo(row.appendsCrc, t),
  },
  {
    key: 'decoder',
    title: t('instructions.decoderTitle'),
    kind: 'text',
    value: (row) => decoderText(row.decoderId, t),
  },
  { key: 'points', title: t('instructions.points'), kind: 'number', value: (row) => row.points },
  ownerColumn(t),
]

function decoderText(id: DecoderId, t: Translate): string {
  return t(`instructions.decoder.${decoderNames[id]}`)
}

export const fieldsWith = (t: Translate, known: KnownModels): readonly EditorField<Draft>[] => [
  ...modelFields(t, known),
  { key: 'commandCode', label: t('instructions.commandCode'), kind: 'text', position: 2 },
  { key: 'note', label: t('instructions.note'), kind: 'text', position: 3 },
  {
    key: 'requestHex',
    label: t('instructions.command'),
    kind: 'area',
    rows: 2,
    monospace: true,
    wide: true,
    help: t('instructions.commandHelp'),
    position: 4,
  },
  {
    key: 'responseLengthBytes',
    label: t('instructions.responseLength'),
    kind: 'number',
    help: t('instructions.responseLengthHelp'),
    position: 5,
  },
  {
    key: 'decoderId',
    label: t('instructions.decoderTitle'),
    kind: 'choice',
    choices: decoderIds.map((id) => ({ value: id, label: decoderText(id, t) })),
    position: 8,
  },
  { key: 'includesUnitId', label: t('instructions.includesUnitId'), kind: 'check', position: 6 },
  { key: 'appendsCrc', label: t('instructions.appendsCrc'), kind: 'check', position: 7 },
  newModelField(t),
]

const fieldOf = {
  hex_malformed: 'requestHex',
  too_long: 'requestHex',
  response_length_range: 'responseLengthBytes',
  response_length: 'responseLengthBytes',
  crc_wrong: 'requestHex',
  not_a_read: 'requestHex',
  decoder: 'decoderId',
} as const

/** What the server would refuse, in words at the field. */
function check(values: DraftValues<PollCommandDraft>, t: Translate): Record<string, string> {
  const { requestHex, responseLengthBytes, decoderId } = values
  if (!requestHex || responseLengthBytes === null || decoderId === null) return {}
  const command = {
    requestHex,
    responseLengthBytes,
    decoderId,
    includesUnitId: values.includesUnitId === true,
    appendsCrc: values.appendsCrc === true,
  }
  const faults: Record<string, string> = {}
  for (const { problem, isError, pointIndex } of checkPollTable(command, [])) {
    if (isError && pointIndex === null) faults[fieldOf[problem]] ??= t(`instructions.problem.${problem}`)
  }
  return faults
}

/** What each model answers; a chosen row leads on to its nodes. */
export function PollCommandTable() {
  const t = useText()
  const { brand, model } = useModel()
  const lockedBecause = useCallback((row: Owned) => lockedByOwner(row, t), [t])
  const [, changeAddress] = useAddress()
  const query = useMemo(() => ({ brand, model }), [brand, model])
  const blank = useMemo(
    (): DraftValues<Draft> => ({
      brand: brand ?? '',
      model: model ?? '',
      commandCode: '',
      note: '',
      requestHex: '',
      responseLengthBytes: null,
      includesUnitId: false,
      appendsCrc: true,
      decoderId: 1,
      isNewModel: false,
    }),
    [brand, model],
  )
  const known = useKnownModels()
  const fields = useCallback((words: Translate) => fieldsWith(words, known ?? noModels), [known])
  const checkAll = useCallback(
    (values: DraftValues<Draft>, words: Translate) => ({
      ...check(values, words),
      ...checkModel(values, known, words),
    }),
    [known],
  )
  return (
    <TableEditor<typeof listPollCommands, Draft, PollCommandRow>
      title={t('instructions.polls')}
      tableKey="poll-commands"
      list={{ call: listPollCommands, query }}
      rowKey={(row) => String(row.id)}
      nameOf={({ model, commandCode }) => `${model} ${commandCode}`}
      writes={{
        create,
        update,
        remove: removePollCommand,
        paste: create,
        consequence: (row) => t('instructions.nodesGo', { count: row.points }),
        lockedBecause,
        alsoChanges,
      }}
      columns={columns}
      form={{ fields, blank, draftOf, check: checkAll }}
      emptyTitle={t('instructions.noPolls')}
      selection={{
        onChange: (row) => row && changeAddress({ command: String(row.id) }, 'replace'),
        onEnter: (row) => changeAddress({ command: String(row.id), tab: 'nodes' }),
      }}
      tools={<TableSearch />}
    />
  )
}
