import type { ReactNode } from 'react'
import { Button } from '../Button'
import { useText } from '../text'
import { Modal } from './Modal'

export interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children?: ReactNode
  /** The verb on the button: "Delete", "Start update". */
  readonly action: string
  readonly destructive?: boolean
  readonly busy?: boolean
  readonly widthPx?: 350 | 560
  readonly cancelLabel?: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something that cannot be taken back. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    action,
    destructive = false,
    busy = false,
    widthPx,
    onConfirm,
    onCancel,
  } = props
  const t = useText()
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      widthPx={widthPx}
      role="alertdialog"
      footer={
        <>
          <Button onClick={onCancel} data-autofocus>
            {props.cancelLabel ?? t('shell.words.cancel')}
          </Button>
          <Button variant={destructive ? 'danger' : 'primary'} loading={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
