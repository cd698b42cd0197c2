import {
  copyPollScript,
  listPollScripts,
  listScriptFolders,
  type PollScriptRow,
} from '@coldkeep/contract/areas/scripts'
import type { PollScriptId, ScriptFolderId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCall } from '../../api/use-call'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

export interface SaveAsDialogProps {
  readonly script: PollScriptRow
  /** It is saved, and the lists are loaded again. */
  readonly onDone: (copy: PollScriptId, folder: ScriptFolderId) => void
  readonly onClose: () => void
}

interface Copy {
  readonly folderId: ScriptFolderId
  readonly name: string
}

/** @param folderOf the folder that a choice stands for; `null`: the reader may keep files in none */
export function copyRules(
  id: PollScriptId,
  folderOf: (chosen: ScriptFolderId) => ScriptFolderId | null,
  t: Translate,
): CallRules<typeof copyPollScript, Copy> {
  return {
    call: copyPollScript,
    labels: { folderId: t('scripts.folder'), name: t('scripts.fileName') },
    inputOf: ({ folderId, name }) => ({ body: { id, folderId: folderOf(folderId), name } }),
  }
}

/** Saves a script file with commands and rules under another name. */
export function SaveAsDialog({ script, onDone, onClose }: SaveAsDialogProps) {
  const t = useText()
  const folders = (useCall(listScriptFolders, {}).data ?? []).filter(({ canEdit }) => canEdit)
  // next to the original, where the reader may keep files there
  const folderOf = (chosen: ScriptFolderId) =>
    (folders.find(({ id }) => id === chosen) ?? folders[0])?.id ?? null
  const form = useSendForm({
    ...copyRules(script.id, folderOf, t),
    initial: { folderId: script.folderId, name: '' },
    invalidates: [listPollScripts, listScriptFolders],
    onDone: ({ id }, { body }) => {
      showToast(t('scripts.saved', { name: body.name.trim() }))
      onDone(id, body.folderId)
    },
  })
  const folderId = folderOf(form.values.folderId)
  return (
    <FormModal
      opened
      title={t('scripts.saveAsTitle', { name: script.name })}
      submitLabel={t('scripts.saveAs')}
      {...form.window}
      onClose={onClose}
    >
      <SelectField
        {...form.field('folderId')}
        required
        value={folderId === null ? null : String(folderId)}
        choices={folders.map((folder) => ({ value: String(folder.id), label: folder.name }))}
        onChange={(chosen) => {
          const folder = folders.find(({ id }) => String(id) === chosen)
          if (folder) form.change({ folderId: folder.id })
        }}
      />
      <TextField {...form.field('name')} />
    </FormModal>
  )
}
