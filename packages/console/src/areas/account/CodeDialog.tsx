import { endSecondFactor, getSecondFactor, renewRecoveryCodes } from '@coldkeep/contract/areas/second-factor'
import type { Translate } from '@coldkeep/phrases/keys'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'

type CodeCall = typeof renewRecoveryCodes | typeof endSecondFactor

export function anyCodeRules(
  act: 'renew' | 'end',
  t: Translate,
): CallRules<CodeCall, { readonly code: string }> {
  return {
    call: act === 'renew' ? renewRecoveryCodes : endSecondFactor,
    labels: { code: t('account.factorAnyCode') },
    inputOf: (body) => ({ body }),
  }
}

/** Why a code is required: for new recovery codes, or to end the second factor. */
export function CodeDialog(props: {
  act: 'renew' | 'end'
  /** New recovery codes were made. */
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { act, onDone, onClose } = props
  const t = useText()
  const onDoneOf = {
    renew: ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => onDone(recoveryCodes),
    end: () => {
      showToast(t('account.factorIsOff'))
      onClose()
    },
  }
  const form = useSendForm({
    ...anyCodeRules(act, t),
    initial: { code: '' },
    invalidates: [getSecondFactor],
    quiet: true,
    refusedAt: () => 'code',
    onDone: onDoneOf[act] as (answer: object) => void,
  })
  return (
    <FormModal
      opened
      title={t(act === 'renew' ? 'account.factorRenew' : 'account.factorEndTitle')}
      submitLabel={t(act === 'renew' ? 'shell.words.confirm' : 'account.factorEnd')}
      {...form.window}
      dirty={false}
      onClose={onClose}
    >
      <TextField {...form.field('code')} autoComplete="one-time-code" />
    </FormModal>
  )
}
