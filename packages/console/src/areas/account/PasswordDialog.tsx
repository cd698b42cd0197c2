import { changePassword } from '@coldkeep/contract/areas/own-password'
import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { PasswordField } from '../../kit/field/PasswordField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import {
  checkRepeated,
  type NewPassword,
  NewPasswordFields,
  newPasswordLabels,
  noPassword,
} from '../../parts/NewPasswordFields'

type Change = NewPassword & { readonly current: string }

export function passwordRules(t: Translate): CallRules<typeof changePassword, Change> {
  return {
    call: changePassword,
    labels: { current: t('account.currentPassword'), ...newPasswordLabels(t) },
    inputOf: ({ password, current }) => ({ body: { password, current } }),
    check: (values) => ({
      ...(values.current === '' && { current: t('kit.field.required') }),
      ...checkRepeated(values, t),
    }),
  }
}

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
  const form = useSendForm({
    ...passwordRules(t),
    initial: { current: '', ...noPassword },
    invalidates: changes,
    quiet: true,
    refusedAt: ({ fields }) => (fields.current === undefined ? 'password' : 'current'),
    onDone: () => {
      showToast(t('account.passwordUpdated'))
      onClose()
    },
  })
  return (
    <FormModal
      opened
      title={t('account.updatePassword')}
      submitLabel={t('shell.words.confirm')}
      {...form.window}
      onClose={onClose}
    >
      <PasswordField {...form.field('current')} />
      <NewPasswordFields field={form.field} />
    </FormModal>
  )
}
