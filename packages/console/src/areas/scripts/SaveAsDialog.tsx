import {
  copyPollScript,
  listPollScripts,
  listScriptFolders,
  type PollScriptRow,
} from '@coldkeep/contract/areas/scripts'
import type { PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

export interface SaveAsDialogProps {
  readonly script: PollScriptRow
  /** It is saved, and the lists are read anew. */
  readonly onDone: (copy: PollScriptId, folder: ScriptFolderId) => void
  readonly onClose: () => void
}

/** Saves a script file with commands and rules under another name. */
export function SaveAsDialog({ script, onDone, onClose }: SaveAsDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const folders = (useCall(listScriptFolders, {}).data ?? []).filter(({ canEdit }) => canEdit)
  const [chosen, setChosen] = useState(script.folderId)
  // beside the original, where the reader may keep files there
  const folderId = (folders.find(({ id }) => id === chosen) ?? folders[0])?.id ?? null
  const send = useSend(copyPollScript, {
    invalidates: [listPollScripts, listScriptFolders],
    onDone: ({ id }) => {
      showToast(t('scripts.saved', { name: name.trim() }))
      if (folderId !== null) onDone(id, folderId)
    },
  })
  return (
    <FormModal
      opened
      title={t('scripts.saveAsTitle', { name: script.name })}
      submitLabel={t('scripts.saveAs')}
      missing={folderId === null ? t('scripts.folder') : name.trim() === '' ? t('scripts.fileName') : null}
      dirty={name !== '' || chosen !== script.folderId}
      busy={send.isPending}
      onSubmit={() => {
        if (name.trim() !== '' && folderId !== null) send.mutate({ body: { id: script.id, folderId, name } })
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('scripts.folder')}
        value={folderId === null ? null : String(folderId)}
        choices={folders.map((folder) => ({ value: String(folder.id), label: folder.name }))}
        onChange={(id) => setChosen(folders.find((one) => String(one.id) === id)?.id ?? chosen)}
      />
      <TextField
        label={t('scripts.fileName')}
        required
        error={send.error?.fields.name}
        value={name}
        onChange={setName}
        maxLength={60}
      />
    </FormModal>
  )
}
