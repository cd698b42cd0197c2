import { listModelVersions } from '@coldkeep/contract/areas/model-versions'
import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import {
  addWriteCommands,
  changeWriteCommands,
  listWriteCommands,
  removeWriteCommand,
  type WriteCommandRow,
} from '@coldkeep/contract/areas/write-commands'
import type { Owned } from '@coldkeep/contract/wire/owner'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCallback, useMemo, useState } from 'react'
import type { DraftValues } from '../../archetypes/editor/editor-field'
import { lockedByOwner, ownerColumn } from '../../archetypes/editor/owned-rows'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { TableSearch } from '../../kit/table/TableSearch'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { checkModel } from './model-fields'
import { noModels, useKnownModels } from './use-known-models'
import { useModel } from './use-model'
import { WriteBench } from './WriteBench'
import { blankWrite, checkWrite, type WriteForm, writeFields } from './write-form'
import { yesOrNo } from './yes-or-no'

const alsoChanges = [listDeviceModels, listModelVersions]
const create = rowCall(addWriteCommands, (rows: readonly WriteForm[]) => ({
  body: { rows: rows.map(({ isNewModel: _, ...row }) => row) },
}))
const update = rowCall(
  changeWriteCommands,
  ({ id, revision }: WriteCommandRow, { isNewModel: _, ...draft }: WriteForm) => ({
    body: [{ id, revision, ...draft }],
  }),
)
const draftOf = (row: WriteCommandRow): WriteForm => {
  const { id: _, revision: __, owner: ___, canEdit: ____, ...draft } = row
  return { ...draft, isNewModel: false }
}

const allowedOf = ({ setsTo, lowest, highest }: WriteCommandRow, t: Translate) =>
  lowest !== null && highest !== null
    ? t('writes.range', { low: lowest, high: highest })
    : setsTo === null
      ? ''
      : String(setsTo)

const columns = (t: Translate): readonly Column<WriteCommandRow>[] => [
  { key: 'brand', title: t('instructions.brand'), kind: 'text', value: (row) => row.brand },
  { key: 'model', title: t('instructions.model'), kind: 'text', value: (row) => row.model },
  { key: 'code', title: t('instructions.commandCode'), kind: 'text', value: (row) => row.commandCode },
  {
    key: 'note',
    title: t('instructions.note'),
    kind: 'text',
    value: (row) => row.note,
    wraps: 'words',
    widthPx: 200,
  },
  {
    key: 'command',
    title: t('instructions.command'),
    kind: 'text',
    value: (row) => row.requestHex,
    cell: (row) => <span className={frame.mono}>{row.requestHex}</span>,
    wraps: 'words',
  },
  {
    key: 'expected',
    title: t('instructions.expectedReply'),
    kind: 'text',
    value: (row) => row.expectedReplyHex,
    cell: (row) => <span className={frame.mono}>{row.expectedReplyHex}</span>,
    wraps: 'words',
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
    key: 'replyCrc',
    title: t('instructions.replyHasCrc'),
    kind: 'text',
    value: (row) => yesOrNo(row.replyHasCrc, t),
  },
  {
    key: 'effect',
    title: t('writes.effectTitle'),
    kind: 'text',
    value: (row) => t(`writes.effect.${row.effect}`),
  },
  {
    key: 'point',
    title: t('writes.pointTitle'),
    kind: 'text',
    value: (row) => row.pointName,
    wraps: 'words',
  },
  { key: 'allowed', title: t('writes.allowed'), kind: 'text', value: (row) => allowedOf(row, t) },
  ownerColumn(t),
]

/** The writes of each model, the reply that proves that one was done, and the bench on which one is tried. */
export function WriteCommandTable() {
  const t = useText()
  const { brand, model } = useModel()
  const lockedBecause = useCallback((row: Owned) => lockedByOwner(row, t), [t])
  const query = useMemo(() => ({ brand, model }), [brand, model])
  const blank = useMemo(() => blankWrite(brand, model), [brand, model])
  const known = useKnownModels()
  const fields = useCallback((words: Translate) => writeFields(words, known ?? noModels), [known])
  const check = useCallback(
    (values: DraftValues<WriteForm>, words: Translate) => ({
      ...checkWrite(values, words),
      ...checkModel(values, known, words),
    }),
    [known],
  )
  const [chosen, setChosen] = useState<WriteCommandRow | null>(null)
  return (
    <div className={frame.stack}>
      <TableEditor<typeof listWriteCommands, WriteForm, WriteCommandRow>
        title={t('instructions.writes')}
        tableKey="write-commands"
        name="t3"
        list={{ call: listWriteCommands, query }}
        rowKey={(row) => String(row.id)}
        nameOf={({ model, commandCode }) => `${model} ${commandCode}`}
        writes={{ create, update, remove: removeWriteCommand, paste: create, lockedBecause, alsoChanges }}
        columns={columns}
        form={{ fields, blank, draftOf, check }}
        emptyTitle={t('instructions.noWrites')}
        selection={{ onChange: setChosen }}
        tools={<TableSearch />}
      />
      <WriteBench command={chosen} />
    </div>
  )
}
