import {
  copyPollScript,
  listPollScripts,
  listScriptFolders,
  type PollScriptRow,
} from '@coldkeep/contract/areas/scripts'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

/** Saves a script file with commands and rules under another name. */
export function SaveAsDialog({ script, onClose }: { script: PollScriptRow; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [folderId, setFolder] = useState(script.folderId)
  const folders = useCall(listScriptFolders, {}).data ?? []
  const send = useSend(copyPollScript, {
    invalidates: [listPollScripts, listScriptFolders],
    onDone: () => {
      showToast(t('scripts.saved', { name: name.trim() }))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('scripts.saveAsTitle', { name: script.name })}
      submitLabel={t('scripts.saveAs')}
      missing={name.trim() === '' ? t('scripts.fileName') : null}
      dirty={name !== ''}
      busy={send.isPending}
      onSubmit={() => {
        if (name.trim() !== '') send.mutate({ body: { id: script.id, folderId, name } })
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('scripts.folder')}
        value={String(folderId)}
        choices={folders.map((folder) => ({ value: String(folder.id), label: folder.name }))}
        onChange={(id) => setFolder(folders.find((one) => String(one.id) === id)?.id ?? folderId)}
      />
      <TextField label={t('scripts.fileName')} required value={name} onChange={setName} maxLength={60} />
    </FormModal>
  )
}
