import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../Button'
import { useText } from '../text'
import { ConfirmDialog } from './ConfirmDialog'
import styles from './FormModal.module.css'
import { Modal } from './Modal'

export interface FormModalProps {
  readonly opened: boolean
  readonly title: string
  /** 350 for up to five fields, 560 in two columns for more. */
  readonly widthPx?: 350 | 560 | 800
  readonly submitLabel: string
  /** What is missing, in words; the button explains it and nothing is sent. */
  readonly missing?: string | null
  readonly dirty: boolean
  readonly busy: boolean
  /** Also called while something is missing, so that the fields can show their errors; send only when valid. */
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog. Closing with unsaved changes asks once; a failed call leaves everything as it was typed. */
export function FormModal(props: FormModalProps) {
  const {
    opened,
    title,
    widthPx = 350,
    submitLabel,
    missing = null,
    dirty,
    busy,
    onSubmit,
    onClose,
    children,
  } = props
  const t = useText()
  const formId = useId()
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (busy) return
    if (dirty) setAsking(true)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={leave}
        title={title}
        widthPx={widthPx}
        fullOnPhone
        footer={
          <>
            <Button onClick={leave}>{t('shell.words.cancel')}</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              loading={busy}
              disabledReason={missing}
              onBlockedClick={onSubmit}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          ref={focusFirstField}
          id={formId}
          noValidate
          onSubmit={submit}
          className={styles.form}
          data-columns={widthPx > 350 ? 2 : 1}
        >
          {children}
        </form>
      </Modal>
      <ConfirmDialog
        opened={asking}
        title={t('kit.dialog.leaveTitle')}
        action={t('kit.dialog.leave')}
        cancelLabel={t('kit.dialog.stay')}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
      >
        {t('kit.dialog.leaveText')}
      </ConfirmDialog>
    </>
  )
}

/** The dialog gives its first focus to what carries this mark; it would be the close button otherwise. */
function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input:not([type="hidden"]), select, textarea')?.setAttribute('data-autofocus', '')
}
