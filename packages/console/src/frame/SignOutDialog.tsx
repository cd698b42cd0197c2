import { ConfirmDialog } from '../kit/dialog/ConfirmDialog'
import { useText } from '../kit/text'
import { leave, leaving } from '../site/sign-out'

/** Asks before what waits on this device is lost with the sign-in. */
export function SignOutDialog() {
  const t = useText()
  const count = leaving.use()
  return (
    <ConfirmDialog
      opened={count > 0}
      title={t('queue.leave.title', { count })}
      action={t('queue.leave.action')}
      cancelLabel={t('queue.leave.stay')}
      destructive
      onCancel={() => leaving.set(0)}
      onConfirm={() => void leave()}
    >
      {t('queue.leave.text')}
    </ConfirmDialog>
  )
}
