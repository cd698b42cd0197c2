import {
  addScriptFolders,
  changeScriptFolders,
  type FolderDraft,
  listScriptFolders,
  removeScriptFolder,
  type ScriptFolderRow,
} from '@coldkeep/contract/areas/scripts'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCallback } from 'react'
import type { EditorField } from '../../archetypes/editor-field'
import { TableEditor } from '../../archetypes/TableEditor'
import { writing } from '../../archetypes/writing'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { lockedByOwner, ownerColumn } from '../../parts/owned-rows'

const create = writing(addScriptFolders, (rows: readonly FolderDraft[]) => ({ body: { rows: [...rows] } }))
const update = writing(changeScriptFolders, ({ id, revision }: ScriptFolderRow, draft: FolderDraft) => ({
  body: [{ id, revision, ...draft }],
}))
const draftOf = ({ name }: ScriptFolderRow) => ({ name })
const BLANK = { name: '' }

const columns = (t: Translate): readonly Column<ScriptFolderRow>[] => [
  { key: 'name', title: t('scripts.name'), kind: 'text', value: (row) => row.name },
  { key: 'scripts', title: t('scripts.files'), kind: 'number', value: (row) => row.scripts },
  ownerColumn(t),
]
const fields = (t: Translate): readonly EditorField<FolderDraft>[] => [
  { key: 'name', label: t('scripts.name'), kind: 'text', maxLength: 50 },
]

export function FolderTable({ onEnter }: { onEnter: () => void }) {
  const t = useText()
  const lockedBecause = useCallback((row: ScriptFolderRow) => lockedByOwner(row, t), [t])
  return (
    <TableEditor<typeof listScriptFolders, FolderDraft, ScriptFolderRow>
      title={t('scripts.folders')}
      tableKey="script-folders"
      name="folder"
      list={listScriptFolders}
      rowKey={(row) => String(row.id)}
      create={create}
      update={update}
      remove={removeScriptFolder}
      columns={columns}
      fields={fields}
      blank={BLANK}
      draftOf={draftOf}
      consequence={({ scripts }) => (scripts > 0 ? t('scripts.folderFull', { count: scripts }) : null)}
      emptyTitle={t('scripts.noFolders')}
      lockedBecause={lockedBecause}
      onEnter={onEnter}
    />
  )
}
