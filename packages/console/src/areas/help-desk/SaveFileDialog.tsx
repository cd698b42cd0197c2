import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { TextField } from '../../kit/field/TextField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

const FORM = 'help-file'
const LONGEST_NAME = 80

export interface SaveFileDialogProps {
  /** Values that it will have. */
  readonly count: number
  readonly busy: boolean
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

/** What a parameter file is called. */
export function SaveFileDialog({ count, busy, onSave, onClose }: SaveFileDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [isSent, setSent] = useState(false)
  const missing = name.trim() === '' ? t('kit.field.required') : null
  const save = () => {
    setSent(true)
    if (missing === null) onSave(name.trim())
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('helpDesk.parameters.save')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.cancel')}</Button>
          <SubmitButton form={FORM} missing={missing} busy={busy}>
            {t('shell.words.save')}
          </SubmitButton>
        </>
      }
    >
      <Form id={FORM} className={frame.stack} aria-label={t('helpDesk.parameters.save')} onSubmit={save}>
        <TextField
          label={t('helpDesk.parameters.fileName')}
          required
          maxLength={LONGEST_NAME}
          error={isSent ? missing : null}
          value={name}
          onChange={setName}
        />
        <p className={frame.note}>{t('helpDesk.parameters.fileNote', { count })}</p>
      </Form>
    </Modal>
  )
}
