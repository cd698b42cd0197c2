import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../Button'
import { Form, SubmitButton } from '../form/Form'
import { useText } from '../text'
import { useLeaveGuard } from '../use-leave-guard'
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
  const { opened, title, widthPx = 350, submitLabel, missing = null, dirty, busy, onSubmit, onClose } = props
  const t = useText()
  const formId = useId()
  const submitButton = useRef<HTMLButtonElement>(null)
  const [confirming, setConfirming] = useState(false)
  const guard = useLeaveGuard(opened && dirty)
  const leave = () => {
    if (busy) return
    if (dirty) setConfirming(true)
    else onClose()
  }
  const submit = () => {
    if (busy) return
    // An error window gives the focus back to where it was: the button is where to try again.
    submitButton.current?.focus()
    onSubmit()
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
            <SubmitButton ref={submitButton} form={formId} busy={busy} missing={missing}>
              {submitLabel}
            </SubmitButton>
          </>
        }
      >
        <Form
          ref={focusFirstField}
          id={formId}
          onSubmit={submit}
          className={widthPx > 350 ? styles.columns : styles.fields}
        >
          {props.children}
        </Form>
      </Modal>
      <ConfirmDialog
        opened={confirming || guard.isConfirming}
        title={t('kit.dialog.leaveTitle')}
        action={t('kit.dialog.leave')}
        cancelLabel={t('kit.dialog.stay')}
        destructive
        onCancel={() => {
          setConfirming(false)
          guard.stay()
        }}
        onConfirm={() => {
          setConfirming(false)
          onClose()
          guard.leave()
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
