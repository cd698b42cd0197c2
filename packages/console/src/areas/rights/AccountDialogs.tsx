import { EndCodesDialog } from './EndCodesDialog'
import { EndProviderDialog } from './EndProviderDialog'
import { NewAccountDialog } from './NewAccountDialog'
import type { OpenDialog } from './open-dialog'
import { GivenPassword, NewPasswordDialog } from './PasswordDialogs'

export interface AccountDialogsProps {
  readonly open: OpenDialog
  readonly onOpen: (next: OpenDialog | null) => void
}

/** Dialogs about one account; loaded behind the table. */
export function AccountDialogs({ open, onOpen }: AccountDialogsProps) {
  const close = () => onOpen(null)
  switch (open.kind) {
    case 'new':
      return <NewAccountDialog onClose={close} onMade={(given) => onOpen({ kind: 'given', given })} />
    case 'given':
      return <GivenPassword given={open.given} onClose={close} />
    case 'password':
      return <NewPasswordDialog account={open.account} onClose={close} />
    case 'codes':
      return <EndCodesDialog account={open.account} onClose={close} />
    case 'provider':
      return <EndProviderDialog account={open.account} onClose={close} />
  }
}
