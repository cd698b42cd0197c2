import { listModelVersions } from '@coldkeep/contract/areas/model-versions'
import { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import {
  addWriteCommands,
  changeWriteCommands,
  listWriteCommands,
  removeWriteCommand,
  type WriteCommandRow,
} from '@coldkeep/contract/areas/write-commands'
import { checkWriteRow } from '@coldkeep/domain/polling/check-write-row'
import type { WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import type { DraftValues, EditorField } from '../../archetypes/editor-field'
import { TableEditor } from '../../archetypes/TableEditor'
import { writing } from '../../archetypes/writing'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useModel } from './use-model'

const alsoChanges = [listDeviceModels, listModelVersions]
const update = writing(
  changeWriteCommands,
  ({ id, revision }: WriteCommandRow, draft: WriteCommandDraft) => ({ body: [{ id, revision, ...draft }] }),
)
const draftOf = ({ id: _, revision: __, ...draft }: WriteCommandRow) => draft
const mark = (isSo: boolean) => (isSo ? '✓' : '')

const columns = (t: Translate): readonly Column<WriteCommandRow>[] => [
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
    value: (row) => mark(row.includesUnitId),
  },
  { key: 'crc', title: t('instructions.appendsCrc'), kind: 'text', value: (row) => mark(row.appendsCrc) },
  {
    key: 'replyCrc',
    title: t('instructions.replyHasCrc'),
    kind: 'text',
    value: (row) => mark(row.replyHasCrc),
  },
]

const fields = (t: Translate): readonly EditorField<WriteCommandDraft>[] => [
  { key: 'brand', label: t('instructions.brand'), kind: 'text', maxLength: 60, position: 0 },
  { key: 'model', label: t('instructions.model'), kind: 'text', maxLength: 60, position: 1 },
  { key: 'commandCode', label: t('instructions.commandCode'), kind: 'text', maxLength: 60, position: 2 },
  { key: 'note', label: t('instructions.note'), kind: 'text', maxLength: 300, position: 3 },
  {
    key: 'requestHex',
    label: t('instructions.command'),
    kind: 'area',
    rows: 2,
    maxLength: 1200,
    monospace: true,
    wide: true,
    help: t('instructions.commandHelp'),
    position: 4,
  },
  {
    key: 'expectedReplyHex',
    label: t('instructions.expectedReply'),
    kind: 'area',
    rows: 2,
    maxLength: 1200,
    monospace: true,
    wide: true,
    help: t('instructions.expectedReplyHelp'),
    position: 5,
  },
  { key: 'includesUnitId', label: t('instructions.includesUnitId'), kind: 'check', position: 6 },
  { key: 'appendsCrc', label: t('instructions.appendsCrc'), kind: 'check', position: 7 },
  { key: 'replyHasCrc', label: t('instructions.replyHasCrc'), kind: 'check', position: 8 },
]

const fieldOf = {
  request_malformed: 'requestHex',
  request_too_long: 'requestHex',
  reply_malformed: 'expectedReplyHex',
  reply_too_long: 'expectedReplyHex',
} as const

/** What the server would refuse, in words at the field. */
function check(values: DraftValues<WriteCommandDraft>, t: Translate): Record<string, string> {
  const { requestHex, expectedReplyHex } = values
  if (!requestHex || !expectedReplyHex) return {}
  const write = {
    requestHex,
    expectedReplyHex,
    includesUnitId: values.includesUnitId === true,
    appendsCrc: values.appendsCrc === true,
    replyHasCrc: values.replyHasCrc === true,
  }
  return Object.fromEntries(
    checkWriteRow(write).map((problem) => [fieldOf[problem], t(`instructions.problem.${problem}`)]),
  )
}

/** What each model can be told, and the reply that proves that it did it. */
export function WriteCommandTable() {
  const t = useText()
  const { brand, model } = useModel()
  const query = useMemo(() => ({ brand, model }), [brand, model])
  const blank = useMemo(
    (): DraftValues<WriteCommandDraft> => ({
      brand: brand ?? '',
      model: model ?? '',
      commandCode: '',
      note: '',
      requestHex: '',
      expectedReplyHex: '',
      includesUnitId: false,
      appendsCrc: true,
      replyHasCrc: true,
    }),
    [brand, model],
  )
  return (
    <TableEditor<typeof listWriteCommands, WriteCommandDraft, WriteCommandRow>
      title={t('instructions.writes')}
      tableKey="write-commands"
      name="t3"
      list={listWriteCommands}
      query={query}
      rowKey={(row) => String(row.id)}
      nameOf={({ model, commandCode }) => `${model} ${commandCode}`}
      create={addWriteCommands}
      update={update}
      remove={removeWriteCommand}
      alsoChanges={alsoChanges}
      columns={columns}
      fields={fields}
      blank={blank}
      draftOf={draftOf}
      check={check}
      withPaste
      searchable
      emptyTitle={t('instructions.noWrites')}
    />
  )
}
