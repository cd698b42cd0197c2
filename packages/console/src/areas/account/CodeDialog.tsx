import { endSecondFactor, getSecondFactor, renewRecoveryCodes } from '@coldkeep/contract/areas/second-factor'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

/** What a code is asked for: new recovery codes, or the end of the second factor. */
export function CodeDialog(props: {
  act: 'renew' | 'end'
  /** New recovery codes were made. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { act, onDone, onClose } = props
  const t = useText()
  const [code, setCode] = useState('')
  const renewing = useSend(renewRecoveryCodes, {
    invalidates: [getSecondFactor],
    quiet: true,
    onDone: (answer) => onDone(answer.recoveryCodes),
  })
  const ending = useSend(endSecondFactor, {
    invalidates: [getSecondFactor],
    quiet: true,
    onDone: () => {
      showToast(t('account.factorIsOff'))
      onClose()
    },
  })
  const sending = act === 'renew' ? renewing : ending
  const missing = code.trim() === '' ? t('account.factorCodeMissing') : null
  return (
    <FormModal
      opened
      title={t(act === 'renew' ? 'account.factorRenew' : 'account.factorEndTitle')}
      submitLabel={t(act === 'renew' ? 'shell.words.confirm' : 'account.factorEnd')}
      missing={missing}
      dirty={false}
      busy={sending.isPending}
      onSubmit={() => {
        if (missing === null) sending.mutate({ body: { code } })
      }}
      onClose={onClose}
    >
      <TextField
        label={t('account.factorAnyCode')}
        value={code}
        onChange={setCode}
        error={sending.error?.message}
        autoComplete="one-time-code"
        maxLength={40}
        name="code"
        required
      />
    </FormModal>
  )
}
