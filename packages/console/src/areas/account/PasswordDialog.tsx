import { changePassword, getProfile, listSignIns } from '@coldkeep/contract/areas/account'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { PasswordField } from '../../kit/field/PasswordField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields'
import { asksCurrent, type SignInAge } from './asks-current'

/** Two fields that must agree; the present password as well where the sign-in is not of this moment. */
export function PasswordDialog({ signIn, onClose }: { signIn: SignInAge; onClose: () => void }) {
  const t = useText()
  const password = useNewPassword()
  const [isAsked, setAsked] = useState(() => asksCurrent(signIn))
  const [current, setCurrent] = useState('')
  const sending = useSend(changePassword, {
    invalidates: [getProfile, listSignIns],
    quiet: true,
    onDone: () => {
      showToast(t('account.passwordUpdated'))
      onClose()
    },
  })
  const problem = sending.error
  const isAboutCurrent = problem?.fields.current !== undefined
  const missing = password.missing ?? (isAsked && current === '' ? t('account.currentMissing') : null)
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
        sending.mutate(
          { body: { password: password.value, current: isAsked ? current : undefined } },
          { onError: ({ code }) => setAsked(isAsked || code === 'account.current_required') },
        )
      }}
      onClose={onClose}
    >
      {isAsked && (
        <PasswordField
          label={t('account.currentPassword')}
          value={current}
          onChange={setCurrent}
          error={isAboutCurrent ? problem?.message : null}
          name="current-password"
          required
        />
      )}
      <NewPasswordFields password={password} refusal={isAboutCurrent ? null : (problem?.message ?? null)} />
    </FormModal>
  )
}
