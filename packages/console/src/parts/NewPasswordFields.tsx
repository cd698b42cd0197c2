import type { Translate } from '@coldkeep/phrases/keys'
import { PasswordField, type PasswordFieldProps } from '../kit/field/PasswordField'
import type { FieldFaults } from '../kit/form/use-shown-faults'
import { useText } from '../kit/text'

/** A password that is chosen by typing it twice. */
export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const noPassword: NewPassword = { password: '', repeated: '' }

export function newPasswordLabels(t: Translate): Readonly<Record<keyof NewPassword, string>> {
  return { password: t('account.newPassword'), repeated: t('account.repeatPassword') }
}

/** How long it has to be, the call says. */
export function checkRepeated({ password, repeated }: NewPassword, t: Translate): FieldFaults {
  if (repeated === '') return { repeated: t('kit.field.required') }
  return password === repeated ? {} : { repeated: t('account.passwordsDiffer') }
}

/** Its two fields. */
export function NewPasswordFields({
  field,
}: {
  readonly field: (key: keyof NewPassword) => PasswordFieldProps
}) {
  const t = useText()
  return (
    <>
      <PasswordField {...field('password')} help={t('account.passwordRule')} autoComplete="new-password" />
      <PasswordField {...field('repeated')} autoComplete="new-password" />
    </>
  )
}
