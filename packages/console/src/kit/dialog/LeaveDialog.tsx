import { useText } from '../text'
import { useLeaveGuard } from '../use-leave-guard'
import { ConfirmDialog } from './ConfirmDialog'

export interface LeaveDialogProps {
  readonly isUnsaved: boolean
  /** Throws away what is unsaved, where that outlives the page. */
  readonly onLeave?: () => void
}

/** Asks once before a page with something unsaved on it is left. */
export function LeaveDialog({ isUnsaved, onLeave }: LeaveDialogProps) {
  const t = useText()
  const guard = useLeaveGuard(isUnsaved)
  return (
    <ConfirmDialog
      opened={guard.isConfirming}
      title={t('kit.dialog.leaveTitle')}
      action={t('kit.dialog.leave')}
      cancelLabel={t('kit.dialog.stay')}
      destructive
      onCancel={guard.stay}
      onConfirm={() => {
        onLeave?.()
        guard.leave()
      }}
    >
      {t('kit.dialog.leaveText')}
    </ConfirmDialog>
  )
}
