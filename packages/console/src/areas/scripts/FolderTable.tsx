import {
  addScriptFolders,
  changeScriptFolders,
  type FolderDraft,
  listScriptFolders,
  removeScriptFolder,
  type ScriptFolderRow,
} from '@coldkeep/contract/areas/scripts'
import type { DepartmentId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCallback } from 'react'
import type { EditorField } from '../../archetypes/editor/editor-field'
import { lockedByOwner, ownerChoices, ownerColumn } from '../../archetypes/editor/owned-rows'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'

/**
 * A folder stays with its department: only for a new one the owner can be chosen, its maker's when left
 * empty.
 */
interface Draft extends FolderDraft {
  readonly department?: DepartmentId | null
}

const create = rowCall(addScriptFolders, (drafts: readonly Draft[]) => ({
  body: { rows: drafts.map(({ name }) => ({ name })), departmentId: drafts[0]?.department ?? undefined },
}))
const update = rowCall(changeScriptFolders, ({ id, revision }: ScriptFolderRow, { name }: Draft) => ({
  body: [{ id, revision, name }],
}))
const draftOf = ({ name }: ScriptFolderRow) => ({ name })
const BLANK = { name: '', department: null }

const columns = (t: Translate): readonly Column<ScriptFolderRow>[] => [
  { key: 'name', title: t('scripts.name'), kind: 'text', value: (row) => row.name },
  { key: 'scripts', title: t('scripts.fileCount'), kind: 'number', value: (row) => row.scripts },
  ownerColumn(t),
]
export const fields = (t: Translate): readonly EditorField<Draft>[] => [
  { key: 'name', label: t('scripts.name'), kind: 'text' },
  {
    key: 'department',
    label: t('instructions.owner'),
    help: t('instructions.ownerHelp'),
    kind: 'choice',
    choices: ownerChoices<Draft>(),
    isShown: ({ department }) => department !== undefined,
  },
]

export function FolderTable({ onEnter }: { onEnter: () => void }) {
  const t = useText()
  const lockedBecause = useCallback((row: ScriptFolderRow) => lockedByOwner(row, t), [t])
  return (
    <TableEditor<typeof listScriptFolders, Draft, ScriptFolderRow>
      title={t('scripts.folders')}
      tableKey="script-folders"
      name="folder"
      list={{ call: listScriptFolders }}
      rowKey={(row) => String(row.id)}
      writes={{
        create,
        update,
        remove: removeScriptFolder,
        consequence: ({ scripts }) => (scripts > 0 ? t('scripts.folderFull', { count: scripts }) : null),
        lockedBecause,
      }}
      columns={columns}
      form={{ fields, blank: BLANK, draftOf }}
      emptyTitle={t('scripts.noFolders')}
      selection={{ onEnter }}
    />
  )
}
