import { readServiceNote, writeServiceNote } from '@coldkeep/contract/areas/parameters'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

export function noteRules(
  revision: number,
  t: Translate,
): CallRules<typeof writeServiceNote, { readonly note: string }> {
  return {
    call: writeServiceNote,
    labels: { note: t('parameters.note.title') },
    inputOf: ({ note }) => ({ body: { note, revision } }),
  }
}

export interface NoteDialogProps {
  readonly note: Answer<typeof readServiceNote>
  readonly onClose: () => void
}

/** The note of the reader's department; an empty one gives way to that of the department above. */
export function NoteDialog({ note: { note, revision }, onClose }: NoteDialogProps) {
  const t = useText()
  const form = useSendForm({
    ...noteRules(revision, t),
    initial: { note },
    invalidates: [readServiceNote],
    onDone: () => {
      showToast(t('parameters.note.saved'))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('parameters.note.editTitle')}
      submitLabel={t('shell.words.save')}
      {...form.window}
      onClose={onClose}
    >
      <TextAreaField {...form.field('note')} help={t('parameters.note.help')} rows={6} />
    </FormModal>
  )
}
