import { MIN_PASSWORD_LENGTH } from '@coldkeep/contract/wire/line'
import { useState } from 'react'
import { PasswordField } from '../kit/field/PasswordField'
import { useText } from '../kit/text'

export interface NewPassword {
  readonly value: string
  readonly repeated: string
  /** Why it cannot be sent yet; `null`: it can. */
  readonly missing: string | null
  readonly isEmpty: boolean
  readonly setValue: (text: string) => void
  readonly setRepeated: (text: string) => void
}

/** A password that is chosen by typing it twice. */
export function useNewPassword(): NewPassword {
  const t = useText()
  const [value, setValue] = useState('')
  const [repeated, setRepeated] = useState('')
  return {
    value,
    repeated,
    missing: missing(),
    isEmpty: value === '' && repeated === '',
    setValue,
    setRepeated,
  }

  function missing(): string | null {
    if (value === '' || repeated === '') return t('account.passwordsMissing')
    if (value !== repeated) return t('account.passwordsDiffer')
    return value.length < MIN_PASSWORD_LENGTH ? t('kit.field.tooShort', { count: MIN_PASSWORD_LENGTH }) : null
  }
}

/** Its two fields; what is wrong is shown once a field was left. */
export function NewPasswordFields({ password, refusal }: { password: NewPassword; refusal?: string | null }) {
  const t = useText()
  const [left, setLeft] = useState({ first: false, second: false })
  const { value, repeated } = password
  const isShort = left.first && value !== '' && value.length < MIN_PASSWORD_LENGTH
  const differs = left.second && repeated !== '' && value !== repeated
  return (
    <>
      <PasswordField
        label={t('account.newPassword')}
        help={t('account.passwordRule')}
        value={value}
        onChange={password.setValue}
        onBlur={() => setLeft({ ...left, first: true })}
        error={isShort ? t('kit.field.tooShort', { count: MIN_PASSWORD_LENGTH }) : refusal}
        autoComplete="new-password"
        name="new-password"
        required
      />
      <PasswordField
        label={t('account.repeatPassword')}
        value={repeated}
        onChange={password.setRepeated}
        onBlur={() => setLeft({ ...left, second: true })}
        error={differs ? t('account.passwordsDiffer') : null}
        autoComplete="new-password"
        name="repeat-password"
        required
      />
    </>
  )
}
