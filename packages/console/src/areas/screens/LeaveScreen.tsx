import { useEffect } from 'react'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { useText } from '../../kit/text'
import { useLeaveGuard } from '../../kit/use-leave-guard'
import { leaveScreen, useScreenState } from './screen-session'
import { useStoreName } from './use-store-name'

/** Asks before a page is left whose session would end, and ends it with the page. */
export function LeaveScreen() {
  const t = useText()
  const state = useScreenState()
  const isConnected = state.kind === 'connected'
  const guard = useLeaveGuard(isConnected)
  const store = useStoreName(isConnected ? state.storeId : null)
  useEffect(() => {
    window.addEventListener('pagehide', leaveScreen)
    return () => {
      window.removeEventListener('pagehide', leaveScreen)
      leaveScreen()
    }
  }, [])
  return (
    <ConfirmDialog
      opened={guard.isConfirming}
      title={t('screens.leaveTitle')}
      action={t('screens.leave')}
      cancelLabel={t('screens.stay')}
      destructive
      onCancel={guard.stay}
      onConfirm={guard.leave}
    >
      {t('screens.leaveText', { store })}
    </ConfirmDialog>
  )
}
