import {
  addPollScripts,
  changePollScripts,
  listPollScripts,
  listScriptFolders,
  type PollScriptRow,
  removePollScript,
  type ScriptDraft,
  type ScriptFolderRow,
} from '@coldkeep/contract/areas/scripts'
import { NEW_PERIOD_SECONDS } from '@coldkeep/domain/polling/fitting-period'
import type { Translate } from '@coldkeep/phrases/keys'
import { Suspense, useMemo, useState } from 'react'
import { type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { useRowMark } from '../../archetypes/editor/marked-row'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { mayCall, useSession } from '../../site/session'
import { ScriptUse } from './ScriptUse'
import { useScript } from './use-script'

const SaveAsDialog = lazily(() => import('./SaveAsDialog'), 'SaveAsDialog')
const alsoChanges = [listScriptFolders]
const update = rowCall(changePollScripts, ({ id, revision }: PollScriptRow, draft: ScriptDraft) => ({
  body: [{ id, revision, ...draft }],
}))
const draftOf = ({ name, folderId, periodSeconds }: PollScriptRow) => ({ name, folderId, periodSeconds })

const columns = (t: Translate): readonly Column<PollScriptRow>[] => [
  { key: 'name', title: t('scripts.name'), kind: 'text', value: (row) => row.name },
  { key: 'period', title: t('scripts.period'), kind: 'number', unit: 's', value: (row) => row.periodSeconds },
  {
    key: 'worst',
    title: t('scripts.worst'),
    kind: 'number',
    unit: 's',
    decimals: 1,
    value: (row) => row.worstMs / 1_000,
  },
]
const folderChoices = servedChoices<ScriptDraft, typeof listScriptFolders>(
  listScriptFolders,
  () => ({}),
  (folders) => folders.filter(({ canEdit }) => canEdit).map(({ id, name }) => ({ value: id, label: name })),
)
export const fields = (t: Translate): readonly EditorField<ScriptDraft>[] => [
  { key: 'folderId', label: t('scripts.folder'), kind: 'choice', choices: folderChoices },
  { key: 'name', label: t('scripts.fileName'), kind: 'text' },
  {
    key: 'periodSeconds',
    label: t('scripts.period'),
    kind: 'number',
    unit: 's',
    help: t('scripts.periodHelp'),
  },
]

export function ScriptTable({ folder, onEnter }: { folder: ScriptFolderRow; onEnter: () => void }) {
  const t = useText()
  const session = useSession()
  const [selected, setSelected] = useState<PollScriptRow | null>(null)
  const [copied, setCopied] = useState<PollScriptRow | null>(null)
  const [copy, markCopy] = useRowMark()
  const { chooseScript } = useScript()
  const query = useMemo(() => ({ folder: folder.id }), [folder.id])
  const blank = useMemo(
    () => ({ name: '', folderId: folder.id, periodSeconds: NEW_PERIOD_SECONDS }),
    [folder.id],
  )
  return (
    <>
      <TableEditor<typeof listPollScripts, ScriptDraft, PollScriptRow>
        title={t('scripts.filesOf', { name: folder.name })}
        tableKey="script-files"
        name="file"
        list={{ call: listPollScripts, query }}
        rowKey={(row) => String(row.id)}
        writes={{
          ...(folder.canEdit && { create: addPollScripts, update, remove: removePollScript }),
          consequence: (row) => <ScriptUse script={row} />,
          alsoChanges,
        }}
        columns={columns}
        form={{ fields, blank, draftOf }}
        selection={{ onChange: setSelected, onEnter, marked: copy }}
        emptyTitle={t('scripts.noFiles')}
      >
        {mayCall(addPollScripts, session) && (
          <Button
            size="small"
            disabledReason={selected === null ? t('scripts.chooseFile') : null}
            onClick={() => setCopied(selected)}
          >
            {t('scripts.saveAs')}
          </Button>
        )}
      </TableEditor>
      <Suspense>
        {copied !== null && (
          <SaveAsDialog
            script={copied}
            onDone={(id, folderId) => {
              setCopied(null)
              chooseScript(id, folderId)
              markCopy(String(id))
            }}
            onClose={() => setCopied(null)}
          />
        )}
      </Suspense>
    </>
  )
}
