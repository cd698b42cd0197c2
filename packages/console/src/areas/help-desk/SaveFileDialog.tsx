import type { HelpSession } from '@coldkeep/contract/areas/help-desk'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type FileSource, helpFileRules } from './file-form'

export interface SaveFileDialogProps {
  readonly source: FileSource
  readonly onSaved: (session: HelpSession) => void
  readonly onClose: () => void
}

/** What a parameter file is called. */
export function SaveFileDialog({ source, onSaved, onClose }: SaveFileDialogProps) {
  const t = useText()
  const form = useSendForm({ ...helpFileRules(source, t), initial: { name: '' }, onDone: onSaved })
  return (
    <FormModal
      opened
      title={t('helpDesk.parameters.save')}
      submitLabel={t('shell.words.save')}
      onClose={onClose}
      {...form.window}
    >
      <TextField {...form.field('name')} />
      <p className={frame.note}>{t('helpDesk.parameters.fileNote', { count: source.values.length })}</p>
    </FormModal>
  )
}
