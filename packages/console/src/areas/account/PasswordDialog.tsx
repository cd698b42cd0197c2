import { changePassword } from '@coldkeep/contract/areas/own-password'
import type { Call } from '@coldkeep/contract/call'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { PasswordField } from '../../kit/field/PasswordField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields'

/** The present password, and two fields that must agree. */
export function PasswordDialog({
  changes,
  onClose,
}: {
  /** What the page shows of the sign-in, to be loaded again. */
  changes: readonly Call[]
  onClose: () => void
}) {
  const t = useText()
  const password = useNewPassword()
  const [current, setCurrent] = useState('')
  const sending = useSend(changePassword, {
    invalidates: changes,
    quiet: true,
    onDone: () => {
      showToast(t('account.passwordUpdated'))
      onClose()
    },
  })
  const problem = sending.error
  const isAboutCurrent = problem?.fields.current !== undefined
  const missing = password.missing ?? (current === '' ? t('account.currentMissing') : null)
  return (
    <FormModal
      opened
      title={t('account.updatePassword')}
      submitLabel={t('shell.words.confirm')}
      missing={missing}
      dirty={!password.isEmpty || current !== ''}
      busy={sending.isPending}
      onSubmit={() => {
        if (missing !== null) return
        sending.mutate({ body: { password: password.value, current } })
      }}
      onClose={onClose}
    >
      <PasswordField
        label={t('account.currentPassword')}
        value={current}
        onChange={setCurrent}
        error={isAboutCurrent ? problem?.message : null}
        name="current-password"
        required
      />
      <NewPasswordFields password={password} refusal={isAboutCurrent ? null : (problem?.message ?? null)} />
    </FormModal>
  )
}
