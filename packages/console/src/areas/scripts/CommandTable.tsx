import { listDeviceModels, listPollCommands } from '@coldkeep/contract/areas/poll-commands'
import {
  addScriptCommands,
  changeScriptCommands,
  listScriptCommands,
  removeScriptCommand,
  type ScriptCommandDraft,
  type ScriptCommandRow,
} from '@coldkeep/contract/areas/script-commands'
import { listPollScripts, type PollScriptRow, type ScriptFolderRow } from '@coldkeep/contract/areas/scripts'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'

const alsoChanges = [listPollScripts]
const update = rowCall(
  changeScriptCommands,
  ({ id, revision }: ScriptCommandRow, draft: ScriptCommandDraft) => ({ body: [{ id, revision, ...draft }] }),
)
const draftOf = ({ id: _, revision: __, rules: ___, ...draft }: ScriptCommandRow) => draft
const BLANK = {
  brand: null,
  model: null,
  commandCode: null,
  unitId: null,
  deviceName: '',
  retries: 2,
  intervalMs: 50,
  timeoutMs: 500,
}

const columns = (t: Translate): readonly Column<ScriptCommandRow>[] => [
  { key: 'device', title: t('scripts.deviceName'), kind: 'text', value: (row) => row.deviceName },
  { key: 'unit', title: t('instructions.unitId'), kind: 'number', value: (row) => row.unitId },
  { key: 'brand', title: t('instructions.brand'), kind: 'text', value: (row) => row.brand },
  { key: 'model', title: t('instructions.model'), kind: 'text', value: (row) => row.model },
  { key: 'code', title: t('instructions.commandCode'), kind: 'text', value: (row) => row.commandCode },
  { key: 'retries', title: t('scripts.retries'), kind: 'number', value: (row) => row.retries },
  {
    key: 'interval',
    title: t('scripts.interval'),
    kind: 'number',
    unit: 'ms',
    value: (row) => row.intervalMs,
  },
  { key: 'timeout', title: t('scripts.timeout'), kind: 'number', unit: 'ms', value: (row) => row.timeoutMs },
  { key: 'rules', title: t('scripts.rules'), kind: 'number', value: (row) => row.rules },
]

const brands = servedChoices<ScriptCommandDraft, typeof listDeviceModels>(
  listDeviceModels,
  () => ({}),
  (known) => known.brands.map((brand) => ({ value: brand, label: brand })),
)
const models = servedChoices<ScriptCommandDraft, typeof listPollCommands>(
  listPollCommands,
  ({ brand }) => (brand === null ? null : { query: { brand } }),
  (commands) =>
    [...new Set(commands.map(({ model }) => model))].map((model) => ({ value: model, label: model })),
)
const codes = servedChoices<ScriptCommandDraft, typeof listPollCommands>(
  listPollCommands,
  ({ brand, model }) => (brand === null || model === null ? null : { query: { brand, model } }),
  (commands) =>
    commands.map(({ commandCode, note }) => ({
      value: commandCode,
      label: note === '' ? commandCode : `${commandCode} · ${note}`,
    })),
)

export const fields = (t: Translate): readonly EditorField<ScriptCommandDraft>[] => [
  {
    key: 'brand',
    label: t('instructions.brand'),
    kind: 'choice',
    choices: brands,
    clears: ['model', 'commandCode'],
    position: 0,
  },
  {
    key: 'model',
    label: t('instructions.model'),
    kind: 'choice',
    choices: models,
    clears: ['commandCode'],
    position: 1,
  },
  { key: 'commandCode', label: t('instructions.commandCode'), kind: 'choice', choices: codes, position: 2 },
  { key: 'unitId', label: t('instructions.unitId'), kind: 'number', position: 3 },
  { key: 'deviceName', label: t('scripts.deviceName'), kind: 'text', wide: true, position: 4 },
  { key: 'retries', label: t('scripts.retries'), kind: 'number', position: 5 },
  {
    key: 'intervalMs',
    label: t('scripts.interval'),
    kind: 'number',
    unit: 'ms',
    position: 6,
  },
  {
    key: 'timeoutMs',
    label: t('scripts.timeout'),
    kind: 'number',
    unit: 'ms',
    position: 7,
  },
]

/** What a script file polls from which unit, in the order of polling. */
export function CommandTable({ folder, script }: { folder: ScriptFolderRow; script: PollScriptRow }) {
  const t = useText()
  const query = useMemo(() => ({ script: script.id }), [script.id])
  const create = useMemo(
    () =>
      rowCall(addScriptCommands, (rows: readonly ScriptCommandDraft[]) => ({
        body: { script: script.id, rows: [...rows] },
      })),
    [script.id],
  )
  return (
    <TableEditor<typeof listScriptCommands, ScriptCommandDraft, ScriptCommandRow>
      title={t('scripts.commandsOf', { name: script.name })}
      tableKey="script-commands"
      name="cmd"
      list={{ call: listScriptCommands, query }}
      rowKey={(row) => String(row.id)}
      nameOf={({ deviceName, commandCode }) => `${deviceName} ${commandCode}`}
      writes={{
        ...(folder.canEdit && { create, update, remove: removeScriptCommand, paste: create }),
        consequence: ({ rules }) => t('scripts.rulesGo', { count: rules }),
        alsoChanges,
      }}
      columns={columns}
      form={{ fields, blank: BLANK, draftOf }}
      emptyTitle={t('scripts.noCommands')}
    />
  )
}
